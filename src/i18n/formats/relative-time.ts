const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** [R37] when months and years begin, and how long a month is */
const MONTHS_FROM_WEEKS = 4;
const MONTH_DAYS = 30;
const YEARS_FROM_MONTHS = 12;
const MONTH_MS = MONTH_DAYS * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

export type RelativeTime =
  | 'just-now'
  | { count: number; unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' };

/**
 * How long ago something was, in whole units rounded down and never 0 of a unit [R37]. What lies
 * in the future by a wrong clock was just now.
 */
export function relativeTime(elapsedMs: number): RelativeTime {
  if (elapsedMs < MINUTE_MS) return 'just-now';
  if (elapsedMs < HOUR_MS) return { count: whole(elapsedMs, MINUTE_MS), unit: 'minute' };
  if (elapsedMs < DAY_MS) return { count: whole(elapsedMs, HOUR_MS), unit: 'hour' };
  if (elapsedMs < WEEK_MS) return { count: whole(elapsedMs, DAY_MS), unit: 'day' };
  if (elapsedMs < MONTHS_FROM_WEEKS * WEEK_MS) return { count: whole(elapsedMs, WEEK_MS), unit: 'week' };
  if (elapsedMs < YEARS_FROM_MONTHS * MONTH_MS) return { count: whole(elapsedMs, MONTH_MS), unit: 'month' };
  return { count: whole(elapsedMs, YEAR_MS), unit: 'year' };
}

function whole(elapsedMs: number, unitMs: number): number {
  return Math.max(1, Math.floor(elapsedMs / unitMs));
}
