import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { type AskedMoment, earlierMoment, laterMoment, type Moment, momentQuery } from './search-address.ts';
import styles from './timeline.module.css';
import type { FoundPlay } from './what-was-that.wire.ts';

/** What played around a minute, on a line of time; at its ends the search goes on. */
export function Timeline(props: {
  plays: readonly FoundPlay[];
  streamId: StreamId;
  asked: Extract<AskedMoment, { kind: 'moment' }>;
  nowMs: number;
}) {
  const { plays, streamId, asked, nowMs } = props;
  const text = useText();
  const { timezone } = useStation();
  const titleId = useId();
  const earlier = earlierMoment(plays[0], asked.instantMs, timezone, nowMs);
  const later = laterMoment(plays.at(-1), asked.instantMs, timezone, nowMs);
  return (
    <section aria-labelledby={titleId} className={styles.timeline}>
      <h2 id={titleId} className={hidden.hidden}>
        {text('charts.search.around')}
      </h2>
      {earlier !== null && <Further moment={earlier}>{text('charts.search.before')}</Further>}
      <ol className={styles.list}>
        {plays.map((play) => (
          <PlayRow
            key={play.started_at}
            play={play}
            streamId={streamId}
            onAirAt={play.on_air ? asked.moment.time : null}
          />
        ))}
      </ol>
      {later !== null && <Further moment={later}>{text('charts.search.after')}</Further>}
    </section>
  );
}

/** A play with its time on the line. `onAirAt` is the time at which it is looked at, where it sounded then. */
export function PlayRow(props: { play: FoundPlay; streamId: StreamId; onAirAt: string | null }) {
  const { play, streamId, onAirAt } = props;
  const text = useText();
  return (
    <TrackRow
      track={play}
      streamId={streamId}
      isChosen={onAirAt !== null}
      lead={
        <span className={styles.when}>
          <time dateTime={play.started_at}>{play.heures}</time>
          <i className={styles.dot} />
          {onAirAt !== null && (
            <span className={hidden.hidden}>{text('charts.search.on-air', { time: onAirAt })}</span>
          )}
        </span>
      }
      action={<PreviewButton track={play} />}
    />
  );
}

/** Leads to the search of another moment. */
export function Further({ moment, children }: { moment: Moment; children: string }) {
  return (
    <Link className={buttonClass('line')} to={{ search: momentQuery(moment) }} keepsScroll>
      {children}
    </Link>
  );
}
