import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { eachWakingMinute } from '#src/page/each-waking-minute.ts';
import { systemClock } from '#src/platform/clock/clock.ts';

/** [R238] */
const CHART_FRESH_MS = 10 * MINUTE_MS;

/**
 * Asks anew for what a page in sight shows once its answer is old: a week may have ended meanwhile [R238]. What has
 * failed counts as failed until the answer has come: that it did has been said.
 */
export function useFreshQuery<
  Query extends Pick<
    UseQueryResult,
    'dataUpdatedAt' | 'errorUpdatedAt' | 'isError' | 'isLoading' | 'refetch'
  >,
>(query: Query, freshMs = CHART_FRESH_MS): Query {
  const { dataUpdatedAt, errorUpdatedAt, isLoading, refetch } = query;
  /** What failed when it was last asked for anew by itself. */
  const [failed, setFailed] = useState<Query | null>(null);
  const look = useEffectEvent(() => {
    // An answer of the future is old, too: the clock was set back, or the server's runs ahead.
    const ageMs = Math.abs(systemClock.nowMs() - dataUpdatedAt);
    if (document.visibilityState !== 'visible' || ageMs < freshMs) return;
    if (query.isError) setFailed(query);
    void refetch();
  });
  useEffect(() => eachWakingMinute(() => look()), []);
  return isLoading && failed?.errorUpdatedAt === errorUpdatedAt ? failed : query;
}
