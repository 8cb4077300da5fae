import { MINUTE_MS } from '#src/contract/durations.ts';
import { systemClock } from '#src/platform/clock/clock.ts';

/** [R52] how often what is due is looked at */
const CLOCK_LOOK_MS = MINUTE_MS;

/**
 * Does the work every minute, and at once when the page may have slept for hours: it is seen again, comes
 * back out of the browser's history, or has the network again. Timers stand still while a computer sleeps, so
 * whatever is due at a time of the day looks at the clock here.
 * @param work is given the event that the page woke by
 * @returns ends it
 */
export function eachWakingMinute(work: (waking?: Event) => void): () => void {
  const ticks = systemClock.every(CLOCK_LOOK_MS, work);
  const end = new AbortController();
  for (const waking of ['visibilitychange', 'pageshow', 'online'])
    addEventListener(waking, work, { capture: true, signal: end.signal });
  return () => {
    ticks[Symbol.dispose]();
    end.abort();
  };
}
