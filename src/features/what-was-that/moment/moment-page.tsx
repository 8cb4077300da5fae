import { useId } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { PageFailure, PageMissing } from '#src/features/not-found/stand-in-pages.tsx';
import { ListenButton } from '#src/features/player/page/listen-button.tsx';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { ShareMenu } from '#src/features/share/share-menu.tsx';
import {
  FeatureAndList,
  FeatureAndListSkeleton,
  NoTrackFeature,
  TrackFeature,
} from '#src/features/track-list/track-feature.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { useWrittenTime } from '#src/features/what-was-that/found/written-time.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { momentPath, momentSlug } from '#src/page/address/moment-address.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { loadMainQuery } from '#src/page/wire/load-main-query.ts';
import { orNull } from '#src/page/wire/or-null.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import type { MomentPlay, MomentReply } from './moment.wire.ts';
import styles from './moment-page.module.css';

async function loadOnServer({ params, language, ask }: PageRequest): Promise<PageAnswer> {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { status } = await loadMainQuery(ask, momentQuery(params.name, streamId, language));
  return { status };
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** What a stream played at an instant: an address that stays true, to be shared [R77]. */
export function Page({ params }: PageProps) {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return <MomentPage key={`${streamId} ${params.name}`} at={params.name} streamId={streamId} />;
}

function MomentPage({ at, streamId }: { at: string; streamId: StreamId }) {
  const text = useText();
  const { name: stream } = useStream(streamId);
  const { data, error, isError, refetch } = usePageQuery(momentQuery(at, streamId, useLanguage()));
  if (data === null)
    return <PageMissing title={text('moment.not-found')} lead={text('moment.not-found.text')} />;
  if (data !== undefined) return <FoundMoment moment={data} streamId={streamId} />;
  const title = text('moment.title', { stream });
  if (isError)
    return <PageFailure title={title} words={text('moment.error')} error={error} onRetry={refetch} />;
  return (
    <>
      <PageHead title={title} isIndexed={false} />
      <Band title={title} />
      <div className={styles.page}>
        <FeatureAndListSkeleton count={2} hasLead />
      </div>
    </>
  );
}

const importSchema = () => import('./moment.wire.ts').then((file) => file.momentSchema);

/** What a stream played at an instant (`YYYY-MM-DDTHH:MM:SSZ`); null where there is no such moment. */
function momentQuery(at: string, streamId: StreamId, language: Language): PageQuery<MomentReply | null> {
  return orNull(wireQuery('moment', { at, version: streamId }, language, importSchema), 'moment_not_found');
}

/** The track that sounded then, its neighbours, and the way to what sounds now. */
function FoundMoment({ moment, streamId }: { moment: MomentReply; streamId: StreamId }) {
  const text = useText();
  const { timezone } = useStation();
  const { name: stream } = useStream(streamId);
  const { date, time } = useFormats();
  const { at, now, before, after } = moment;
  const writtenTime = useWrittenTime();
  const words = text('moment.when', { date: date(at, timezone), time: time(at, timezone) });
  const when = writtenTime(words, at);
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
                    value: (
                      <time dateTime={now.started_at}>
                        {writtenTime(time(now.started_at, timezone), now.started_at)}
                      </time>
                    ),
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
  const writtenTime = useWrittenTime();
  return (
    <TrackRow
      track={play}
      streamId={streamId}
      lead={
        <span className={styles.when}>
          <b>
            <time dateTime={play.started_at}>
              {writtenTime(time(play.started_at, timezone), play.started_at)}
            </time>
          </b>
          <span>{words}</span>
        </span>
      }
      action={<PreviewButton track={play} />}
    />
  );
}

/**
 * The page's head about the moment, for shared links. Search engines leave it out: there is one for each
 * second, and the track has its own page.
 */
function MomentHead(props: { moment: MomentReply; streamId: StreamId; when: string }) {
  const { moment, streamId, when } = props;
  const text = useText();
  const language = useLanguage();
  const { name, origin } = useStation();
  const { name: stream } = useStream(streamId);
  const { at, now, before } = moment;
  const instantMs = Date.parse(at);
  const track = now ?? before;
  return (
    <>
      <PageHead
        title={now?.titre ?? text('moment.title', { stream })}
        description={text('moment.description', { stream, when })}
        image={`/og/moment/${momentSlug({ streamId, instantMs })}.png`}
        isIndexed={false}
        isEmbedded
      />
      {track && (
        <JsonLd
          facts={{
            '@type': 'BroadcastEvent',
            name: track.titre,
            startDate: track.started_at,
            url: new URL(momentPath(language, streamId, instantMs), origin).href,
            publishedOn: { '@type': 'BroadcastService', name: stream, broadcastDisplayName: name },
          }}
        />
      )}
    </>
  );
}

/** Shares the address of the moment. */
function ShareMoment(props: { moment: MomentReply; streamId: StreamId; when: string }) {
  const { moment, streamId, when } = props;
  const text = useText();
  const language = useLanguage();
  const { name } = useStation();
  const stream = useStream(streamId);
  const message =
    moment.now === null
      ? `${text('moment.title', { stream: stream.name })} · ${when}`
      : text('moment.share', { track: moment.now.titre, name });
  return (
    <ShareMenu
      path={momentPath(language, streamId, Date.parse(moment.at))}
      message={message}
      buttonClass={buttonClass('line', 'large')}
    />
  );
}
