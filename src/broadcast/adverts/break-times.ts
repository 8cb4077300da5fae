import { formatDay, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import type { Adverts } from '#src/station/config/adverts-yaml.ts';
import { isWithin } from '#src/station/config/days-yaml.ts';

const MINUTE_MS = 60_000;

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

/** Clocks of all time zones show whole minutes at the same moment. */
function strikes(adverts: Adverts, instantMs: number, timezone: string): boolean {
  const wall = wallTimeAt(instantMs, timezone);
  return adverts.minutes.includes(wall.minute) && isWithin(adverts, formatDay(wall));
}
