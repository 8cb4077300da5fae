import { MINUTE_MS } from '#src/contract/durations.ts';
import { formatDay, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { type Adverts, isWithin } from '#src/station/config/adverts-yaml.ts';

/** Larger than any difference between frames and dates. */
const EARLY_MS = 1000;

/** A piece on air: its first instant, and that of what follows it; milliseconds since the Unix epoch. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/**
 * Whether a break comes after the piece: one of its minutes struck while the piece was on air, on a day of
 * the campaign, by the station's wall clock. Several minutes in one piece make one break. No memory is
 * needed, so a restart repeats none: the journal says when the piece began.
 */
export function isBreakDue(adverts: Adverts, { fromMs, untilMs }: Span, timezone: string): boolean {
  const first = Math.floor(fromMs / MINUTE_MS) + 1;
  for (let minute = Math.floor(untilMs / MINUTE_MS); minute >= first; minute -= 1) {
    if (strikes(adverts, minute * MINUTE_MS, timezone)) return true;
  }
  return false;
}

/**
 * Returns the minute up to which breaks have been served. A file that ended early had its break before the
 * minute struck for which it was planned; that minute then makes no second one. -Infinity when no break came
 * early.
 */
export function servedUntilMs(
  adverts: Adverts,
  { fromMs, untilMs, plannedMs }: Span & { plannedMs: number },
  timezone: string,
): number {
  const isEarly = plannedMs - untilMs >= EARLY_MS && !isBreakDue(adverts, { fromMs, untilMs }, timezone);
  const first = Math.floor(untilMs / MINUTE_MS) + 1;
  for (let minute = first; isEarly && minute * MINUTE_MS <= plannedMs; minute += 1) {
    if (strikes(adverts, minute * MINUTE_MS, timezone)) return minute * MINUTE_MS;
  }
  return Number.NEGATIVE_INFINITY;
}

/** Whether a break is planned for this minute. All time zones show whole minutes at the same moment. */
function strikes(adverts: Adverts, instantMs: number, timezone: string): boolean {
  const wall = wallTimeAt(instantMs, timezone);
  return adverts.minutes.includes(wall.minute) && isWithin(adverts, formatDay(wall));
}
