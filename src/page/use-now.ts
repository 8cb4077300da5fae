import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TRACK_REFRESH_MS } from '#src/contract/limits.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { eachWakingMinute } from './each-waking-minute.ts';
import { radioNowMs } from './on-air/radio-time.ts';

/** A moment after the titles have been asked for by this browser itself, which tells how its clock goes. */
const CLOCK_KNOWN_MS = TRACK_REFRESH_MS + 1_000;

/**
 * The time by the radio's clock [R240], to the minute, in milliseconds since the Unix epoch.
 * @param openedMs when the page was asked for: the time on the server and while hydrating
 */
export function useNow(openedMs: number): number {
  const client = useQueryClient();
  const [nowMs, setNow] = useState(openedMs);
  useEffect(() => {
    const tick = () => setNow(radioNowMs(client));
    tick();
    const soon = systemClock.after(CLOCK_KNOWN_MS, tick);
    const stop = eachWakingMinute(tick);
    return () => {
      soon[Symbol.dispose]();
      stop();
    };
  }, [client]);
  return nowMs;
}
