import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { TrackRow, TrackRowSkeletons } from '#src/features/track-list/track-row.tsx';
import {
  type AskedMoment,
  earlierMoment,
  type LatestMoment,
  laterMoment,
  type Moment,
  momentQuery,
} from '#src/features/what-was-that/search-address.ts';
import { latestQuery } from '#src/features/what-was-that/what-was-that.query.ts';
import type { FoundPlay } from '#src/features/what-was-that/what-was-that.wire.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { useRetryInBrowser } from '#src/page/wire/use-retry-in-browser.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import section from '#src/ui/section/section.module.css';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './timeline.module.css';
import { useWrittenTime } from './written-time.ts';

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
        {plays.map((play, index) => (
          <PlayRow
            key={play.started_at || index}
            play={play}
            streamId={streamId}
            onAirAt={play.on_air ? { time: asked.moment.time, instant: asked.instantMs } : null}
          />
        ))}
      </ol>
      {later !== null && <Further moment={later}>{text('charts.search.after')}</Further>}
    </section>
  );
}

/** A play with its time on the line. `onAirAt`: the time asked for, when it sounded then. */
function PlayRow(props: {
  play: FoundPlay;
  streamId: StreamId;
  onAirAt: { readonly time: string; readonly instant: string | number } | null;
}) {
  const { play, streamId, onAirAt } = props;
  const text = useText();
  const writtenTime = useWrittenTime();
  return (
    <TrackRow
      track={play}
      streamId={streamId}
      isChosen={onAirAt !== null}
      lead={
        <span className={styles.when}>
          <time dateTime={play.started_at || play.heures}>{writtenTime(play.heures, play.started_at)}</time>
          <i className={styles.dot} />
          {onAirAt !== null && (
            <span className={hidden.hidden}>
              {writtenTime(text('charts.search.on-air', { time: onAirAt.time }), onAirAt.instant)}
            </span>
          )}
        </span>
      }
      action={<PreviewButton track={play} />}
    />
  );
}

/** Leads to the search of another moment. */
function Further({ moment, children }: { moment: Moment; children: string }) {
  return (
    <Link className={buttonClass('line')} to={{ search: momentQuery(moment) }} keepsScroll>
      {children}
    </Link>
  );
}

/** The tracks that the stream has just played, newest first, for visitors who ask about a minute ago. */
export function LatestPlays(props: {
  streamId: StreamId;
  latest: LatestMoment;
  track: Pick<NowPlaying, 'started_at' | 'duration'> | null;
  nowMs: number;
}) {
  const { streamId, latest, track, nowMs } = props;
  const text = useText();
  const { timezone } = useStation();
  const { name } = useStream(streamId);
  const titleId = useId();
  const { data, error, isError, refetch } = useLatestPlays(
    streamId,
    latest,
    isOver(track, nowMs) ? null : track,
  );
  if (data?.length === 0) return <SearchInvitation />;
  if (data === undefined && isError)
    return <RetryNotice title={text('charts.search.error')} error={error} retry={refetch} />;
  const earlier = earlierMoment(data?.[0], latest.instantMs, timezone, latest.instantMs);
  const onAir = data?.at(-1);
  const endsMs = onAir === undefined ? 0 : Date.parse(onAir.started_at) + onAir.duration * 1000;
  return (
    <section aria-labelledby={titleId} className={styles.timeline} aria-busy={data === undefined}>
      <h2 id={titleId} className={`${section.title} ${styles.title}`}>
        {text('charts.search.latest', { stream: name })}
      </h2>
      <ol className={styles.list}>
        {data === undefined && <TrackRowSkeletons count={6} hasLead />}
        {data?.toReversed().map((play, index) => (
          <PlayRow
            key={play.started_at || index}
            play={play}
            streamId={streamId}
            onAirAt={
              play === onAir && nowMs < endsMs ? { time: play.heures, instant: play.started_at } : null
            }
          />
        ))}
      </ol>
      {earlier !== null && <Further moment={earlier}>{text('charts.search.before')}</Further>}
    </section>
  );
}

function isOver(track: Pick<NowPlaying, 'started_at' | 'duration'> | null, nowMs: number): boolean {
  return track === null || Date.parse(track.started_at) + track.duration * 1000 <= nowMs;
}

/**
 * The rows stay until those of the next track have come.
 * @param track on air now: its own row may still be on its way to the database, and is asked for until it is there
 */
function useLatestPlays(
  streamId: StreamId,
  latest: LatestMoment,
  track: Pick<NowPlaying, 'started_at'> | null,
) {
  const { queryKey, queryFn } = latestQuery(latest, streamId, useLanguage());
  const query = useQuery({
    queryKey,
    queryFn,
    placeholderData: (earlier) => earlier,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && track !== null && isBehind(data, track) && LIST_KEPT_SECONDS * 1000,
    retryOnMount: false,
  });
  useRetryInBrowser(query);
  return query;
}

function isBehind(plays: readonly FoundPlay[], track: Pick<NowPlaying, 'started_at'>): boolean {
  const newest = plays.at(-1);
  return newest === undefined || Date.parse(newest.started_at) < Date.parse(track.started_at);
}

/** Shown before the first search: what this page finds. */
export function SearchInvitation() {
  const text = useText();
  return (
    <EmptyState title={text('charts.search.invitation')}>
      <p>{text('charts.search.invitation-text')}</p>
    </EmptyState>
  );
}
