import { HOUR_MS } from '#src/contract/durations.ts';
import { formatClock, formatDay, wallTimeAt } from './wall-time.ts';

/** Clocks are put back by an hour; on Lord Howe Island by half of one. */
const STEPS_MS = [HOUR_MS, HOUR_MS / 2];

/**
 * The short name of the time zone's time at an instant, such as `CEST`, where clocks show that minute a
 * second time; '' where they show it once.
 * @param locale BCP 47
 */
export function doubledTimeName(instantMs: number, timeZone: string, locale: string): string {
  const shown = (ms: number) => {
    const wall = wallTimeAt(ms, timeZone);
    return `${formatDay(wall)} ${formatClock(wall)}`;
  };
  const isDoubled = STEPS_MS.some((stepMs) =>
    [instantMs - stepMs, instantMs + stepMs].some((other) => shown(other) === shown(instantMs)),
  );
  if (!isDoubled) return '';
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(instantMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
