import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { eachWakingMinute } from '#src/page/each-waking-minute.ts';
import { systemClock } from '#src/platform/clock/clock.ts';

/** [R238] */
const CHART_FRESH_MS = 10 * MINUTE_MS;

/** Asks anew for what a page in sight shows once its answer is old: a week may have ended meanwhile [R238]. */
export function useFreshQuery<Query extends Pick<UseQueryResult, 'dataUpdatedAt' | 'refetch'>>(
  query: Query,
): Query {
  const { dataUpdatedAt, refetch } = query;
  const look = useEffectEvent(() => {
    // An answer of the future is old, too: the clock was set back, or the server's runs ahead.
    const ageMs = Math.abs(systemClock.nowMs() - dataUpdatedAt);
    if (document.visibilityState === 'visible' && ageMs >= CHART_FRESH_MS) void refetch();
  });
  useEffect(() => eachWakingMinute(() => look()), []);
  return query;
}
