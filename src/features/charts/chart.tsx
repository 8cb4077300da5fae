import { TOP_COUNT } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import {
  FeatureAndList,
  FeatureAndListSkeleton,
  TrackFeature,
} from '#src/features/track-list/track-feature.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { isRefusal } from '#src/page/wire/call-error.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import type { IsoWeek } from '#src/platform/time-zone/iso-week.ts';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import styles from './chart-page.module.css';
import { RankedTrack } from './ranked-track.tsx';
import { chartQuery } from './top20.query.ts';
import type { ChartRow } from './top20.wire.ts';

/** A stream's chart, first rank first. `hasBefore` when there is an earlier one to compare it with. */
export function Chart(props: { streamId: StreamId; week: IsoWeek | null; hasBefore: boolean }) {
  const { streamId, week, hasBefore } = props;
  const text = useText();
  const chart = usePageQuery(chartQuery(streamId, week, useLanguage()));
  if (chart.data === undefined) {
    if (!chart.isError) {
      return <FeatureAndListSkeleton count={TOP_COUNT} hasLead />;
    }
    if (isRefusal(chart.error)) return <RetryNotice title={chart.error.message} retry={undefined} />;
    return <RetryNotice title={text('charts.top20.error')} error={chart.error} retry={chart.refetch} />;
  }
  const [leader] = chart.data;
  if (leader === undefined) {
    return (
      <EmptyState title={text('charts.top20.empty')}>
        <p>{text(week === null ? 'charts.top20.empty-text' : 'charts.top20.empty-week')}</p>
      </EmptyState>
    );
  }
  return (
    <FeatureAndList feature={<Leader row={leader} streamId={streamId} />}>
      <ol className={styles.list}>
        {chart.data.map((row) => (
          <RankedTrack key={row.slug} row={row} streamId={streamId} hasBefore={hasBefore} />
        ))}
      </ol>
    </FeatureAndList>
  );
}

function Leader({ row, streamId }: { row: ChartRow; streamId: StreamId }) {
  const text = useText();
  const { number } = useFormats();
  const { plays, likes } = row.why;
  return (
    <TrackFeature
      track={row}
      streamId={streamId}
      badge={text('charts.top20.rank', { rank: row.rank })}
      facts={[
        { name: text('charts.top20.fact-plays', { count: plays }), value: number(plays) },
        ...(likes > 0
          ? [{ name: text('charts.top20.fact-likes', { count: likes }), value: number(likes) }]
          : []),
      ]}
    />
  );
}
