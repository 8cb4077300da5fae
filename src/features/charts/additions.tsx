import { TOP_COUNT } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { FeatureAndListSkeleton } from '#src/features/track-list/feature-skeleton.tsx';
import { FeatureAndList, TrackFeature } from '#src/features/track-list/track-feature.tsx';
import { TrackRow } from '#src/features/track-list/track-row.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import styles from './chart-page.module.css';
import { latestAdditionsQuery } from './latest-additions.query.ts';

/** The additions of a stream with the time since their first play. A preview that fails is not tried again [R25]. */
export function Additions({ streamId, nowMs }: { streamId: StreamId; nowMs: number }) {
  const text = useText();
  const { date } = useFormats();
  const relative = useRelative();
  const { timezone } = useStation();
  const { data, error, isError, refetch } = usePageQuery(latestAdditionsQuery(streamId, useLanguage()));
  if (data === undefined) {
    if (isError) return <RetryNotice title={text('charts.last20.error')} error={error} retry={refetch} />;
    return <FeatureAndListSkeleton count={TOP_COUNT} />;
  }
  const [newest] = data;
  if (newest === undefined) {
    return (
      <EmptyState title={text('charts.last20.empty')}>
        <p>{text('home.latest.empty')}</p>
      </EmptyState>
    );
  }
  return (
    <FeatureAndList
      feature={
        <TrackFeature
          track={newest}
          streamId={streamId}
          badge={text('charts.last20.newest')}
          facts={[{ name: text('charts.last20.fact-first'), value: relative(newest.first, nowMs) }]}
          blocksAfterFailure
        />
      }
    >
      <ul className={styles.list}>
        {data.map((track) => (
          <TrackRow
            key={track.slug}
            track={track}
            streamId={streamId}
            fact={
              <time
                dateTime={track.first}
                title={text('charts.last20.first', { when: date(track.first, timezone) })}
              >
                {relative(track.first, nowMs)}
              </time>
            }
            action={<PreviewButton track={track} blocksAfterFailure />}
          />
        ))}
      </ul>
    </FeatureAndList>
  );
}
