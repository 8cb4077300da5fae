import { useEffect, useState } from 'react';
import { systemClock } from '#src/platform/clock/clock.ts';

const PERIOD_MS = 60_000;

/**
 * The time, to the minute, in milliseconds since the Unix epoch.
 * @param openedMs when the page was asked for: the time on the server and while hydrating
 */
export function useNow(openedMs: number): number {
  const [nowMs, setNow] = useState(openedMs);
  useEffect(() => {
    setNow(systemClock.nowMs());
    const ticks = systemClock.every(PERIOD_MS, () => setNow(systemClock.nowMs()));
    return () => ticks[Symbol.dispose]();
  }, []);
  return nowMs;
}
