import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { TrackRowSkeletons } from '#src/features/track-list/track-row.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import section from '#src/ui/section/section.module.css';
import { earlierMoment, type Moment } from './search-address.ts';
import { SearchInvitation } from './search-invitation.tsx';
import styles from './timeline.module.css';
import { Further, PlayRow } from './timeline.tsx';
import { aroundQuery } from './what-was-that.query.ts';

/** The tracks that the stream has just played, newest first, for whoever asks about a minute ago. */
export function LatestPlays(props: { streamId: StreamId; moment: Moment; nowMs: number }) {
  const { streamId, moment, nowMs } = props;
  const text = useText();
  const { timezone } = useStation();
  const { name } = useStream(streamId);
  const titleId = useId();
  const { data, isError, refetch } = usePageQuery(aroundQuery(moment, streamId, useLanguage()));
  if (data?.length === 0) return <SearchInvitation />;
  if (data === undefined && isError)
    return <RetryNotice title={text('charts.search.error')} retry={refetch} />;
  const earlier = earlierMoment(data?.[0], nowMs, timezone, nowMs);
  const onAir = data?.at(-1);
  const endsMs = onAir === undefined ? 0 : Date.parse(onAir.started_at) + onAir.duration * 1000;
  return (
    <section aria-labelledby={titleId} className={styles.timeline} aria-busy={data === undefined}>
      <h2 id={titleId} className={`${section.title} ${styles.title}`}>
        {text('charts.search.latest', { stream: name })}
      </h2>
      <ol className={styles.list}>
        {data === undefined && <TrackRowSkeletons count={6} hasLead />}
        {data?.toReversed().map((play) => (
          <PlayRow
            key={play.started_at}
            play={play}
            streamId={streamId}
            onAirAt={play === onAir && nowMs < endsMs ? moment.time : null}
          />
        ))}
      </ol>
      {earlier !== null && <Further moment={earlier}>{text('charts.search.before')}</Further>}
    </section>
  );
}
