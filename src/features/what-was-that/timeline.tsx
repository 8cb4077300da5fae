import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { type Moment, momentAt, momentQuery } from './search-address.ts';
import { searchDays } from './search-window.ts';
import styles from './timeline.module.css';
import type { FoundPlay } from './what-was-that.wire.ts';

/** What played around a minute, on a line of time; at its ends the search goes on. */
export function Timeline(props: {
  plays: readonly FoundPlay[];
  streamId: StreamId;
  moment: Moment;
  nowMs: number;
}) {
  const { plays, streamId, moment, nowMs } = props;
  const text = useText();
  const { timezone } = useStation();
  const titleId = useId();
  const earlier = momentOf(plays[0], timezone);
  const later = momentOf(plays.at(-1), timezone);
  const { first } = searchDays(nowMs, timezone);
  return (
    <section aria-labelledby={titleId} className={styles.timeline}>
      <h2 id={titleId} className={hidden.hidden}>
        {text('charts.search.around')}
      </h2>
      {earlier !== null && earlier.date >= first && isOther(earlier, moment) && (
        <Further moment={earlier}>{text('charts.search.before')}</Further>
      )}
      <ol className={styles.list}>
        {plays.map((play) => (
          <TrackRow
            key={play.started_at}
            track={play}
            streamId={streamId}
            isChosen={play.on_air}
            lead={<When play={play} moment={moment} />}
            action={<PreviewButton track={play} />}
          />
        ))}
      </ol>
      {later !== null && isOther(later, moment) && (
        <Further moment={later}>{text('charts.search.after')}</Further>
      )}
    </section>
  );
}

function When({ play, moment }: { play: FoundPlay; moment: Moment }) {
  const text = useText();
  return (
    <span className={styles.when}>
      <time dateTime={play.started_at}>{play.heures}</time>
      <i className={styles.dot} />
      {play.on_air && (
        <span className={hidden.hidden}>{text('charts.search.on-air', { time: moment.time })}</span>
      )}
    </span>
  );
}

function Further({ moment, children }: { moment: Moment; children: string }) {
  return (
    <Link className={buttonClass('line')} to={{ search: momentQuery(moment) }} keepsScroll>
      {children}
    </Link>
  );
}

function momentOf(play: FoundPlay | undefined, timezone: string): Moment | null {
  return play === undefined ? null : momentAt(Date.parse(play.started_at), timezone);
}

function isOther(one: Moment, other: Moment): boolean {
  return one.date !== other.date || one.time !== other.time;
}
