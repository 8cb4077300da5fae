import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { ListenButton } from '#src/features/player/listen-button.tsx';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { FeatureAndList, NoTrackFeature, TrackFeature } from '#src/features/track-list/track-feature.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { doubledTimeName } from '#src/platform/time-zone/doubled-time.ts';
import { Band } from '#src/ui/band/band.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import type { MomentPlay, MomentReply } from './moment.wire.ts';
import { MomentHead } from './moment-head.tsx';
import styles from './moment-page.module.css';
import { ShareMoment } from './share-moment.tsx';

/** The track that sounded then, its neighbours, and the way to what sounds now. */
export function FoundMoment({ moment, streamId }: { moment: MomentReply; streamId: StreamId }) {
  const text = useText();
  const { timezone } = useStation();
  const { name: stream } = useStream(streamId);
  const { date, time } = useFormats();
  const { at, now, before, after } = moment;
  const zone = doubledTimeName(Date.parse(at), timezone, localeOf(useLanguage()));
  const clock = `${time(at, timezone)} ${zone}`.trim();
  const when = text('moment.when', { date: date(at, timezone), time: clock });
  return (
    <>
      <MomentHead moment={moment} streamId={streamId} when={when} />
      <Band title={text('moment.title', { stream })} lead={when}>
        <ListenButton streamId={streamId}>{text('moment.listen', { stream })}</ListenButton>
        {now === null && <ShareMoment moment={moment} streamId={streamId} when={when} />}
      </Band>
      <div className={styles.page}>
        <FeatureAndList
          feature={
            now === null ? (
              <NoTrackFeature badge={when} title={text('moment.break')}>
                {text('moment.break-text')}
              </NoTrackFeature>
            ) : (
              <TrackFeature
                track={now}
                streamId={streamId}
                badge={when}
                facts={[
                  {
                    name: text('moment.start'),
                    value: <time dateTime={now.started_at}>{time(now.started_at, timezone)}</time>,
                  },
                ]}
              >
                <ShareMoment moment={moment} streamId={streamId} when={when} />
              </TrackFeature>
            )
          }
        >
          <Neighbours before={before} after={after} streamId={streamId} />
        </FeatureAndList>
      </div>
    </>
  );
}

function Neighbours(props: { before: MomentPlay | null; after: MomentPlay | null; streamId: StreamId }) {
  const text = useText();
  const id = useId();
  const { before, after, streamId } = props;
  return (
    <section aria-labelledby={id} className={styles.neighbours}>
      <h2 id={id} className={hidden.hidden}>
        {text('moment.around')}
      </h2>
      <ol className={styles.list}>
        {before && <Neighbour play={before} streamId={streamId} words={text('moment.before')} />}
        {after && <Neighbour play={after} streamId={streamId} words={text('moment.after')} />}
      </ol>
    </section>
  );
}

function Neighbour({ play, streamId, words }: { play: MomentPlay; streamId: StreamId; words: string }) {
  const { timezone } = useStation();
  const { time } = useFormats();
  return (
    <TrackRow
      track={play}
      streamId={streamId}
      lead={
        <span className={styles.when}>
          <b>
            <time dateTime={play.started_at}>{time(play.started_at, timezone)}</time>
          </b>
          <span>{words}</span>
        </span>
      }
      action={<PreviewButton track={play} />}
    />
  );
}
