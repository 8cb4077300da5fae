import { formatDay, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { type Adverts, isWithin } from '#src/station/config/adverts-yaml.ts';

const MINUTE_MS = 60_000;
/** More than frames and dates may differ by. */
const EARLY_MS = 1000;

/** A piece on air: its first instant, and that of what follows, milliseconds since the Unix epoch. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/**
 * Whether a break comes after the piece: one of its minutes struck while the piece was on air, on a day of the campaign,
 * by the clock on the station's wall. Of several minutes in one piece comes one break. No memory is needed, so a restart
 * repeats none: the journal says when the piece began.
 */
export function isBreakDue(adverts: Adverts, { fromMs, untilMs }: Span, timezone: string): boolean {
  const first = Math.floor(fromMs / MINUTE_MS) + 1;
  for (let minute = Math.floor(untilMs / MINUTE_MS); minute >= first; minute -= 1) {
    if (strikes(adverts, minute * MINUTE_MS, timezone)) return true;
  }
  return false;
}

/**
 * Up to when minutes have had their break. A file that ended early took its break along, before the minute struck for which it
 * was planned: that minute makes no second one. -Infinity where no break came early.
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

/** Clocks of all time zones show whole minutes at the same moment. */
function strikes(adverts: Adverts, instantMs: number, timezone: string): boolean {
  const wall = wallTimeAt(instantMs, timezone);
  return adverts.minutes.includes(wall.minute) && isWithin(adverts, formatDay(wall));
}
