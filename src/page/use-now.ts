import { useEffect, useState } from 'react';
import { systemClock } from '#src/platform/clock/clock.ts';
import { eachWakingMinute } from './each-waking-minute.ts';

/**
 * The time, to the minute, in milliseconds since the Unix epoch.
 * @param openedMs when the page was asked for: the time on the server and while hydrating
 */
export function useNow(openedMs: number): number {
  const [nowMs, setNow] = useState(openedMs);
  useEffect(() => {
    const tick = () => setNow(systemClock.nowMs());
    tick();
    return eachWakingMinute(tick);
  }, []);
  return nowMs;
}
