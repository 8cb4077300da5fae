import { SEARCH_WINDOW_DAYS } from '#src/contract/limits.ts';
import {
  formatDay,
  instantOf,
  instantWithOffset,
  isInCalendar,
  wallTimeAt,
} from '#src/platform/time-zone/wall-time.ts';

/** The meaning of a `datetime` parameter. */
export type SearchedInstant =
  | { readonly instantMs: number }
  | { readonly fault: 'not-a-date' | 'outside-window' };

/** The days that can be searched, `YYYY-MM-DD` by the clock of the station, both included. */
export function searchDays(nowMs: number, timezone: string): { first: string; last: string } {
  const today = wallTimeAt(nowMs, timezone);
  const first = new Date(Date.UTC(today.year, today.month - 1, today.day - SEARCH_WINDOW_DAYS));
  return { first: first.toISOString().slice(0, 10), last: formatDay(today) };
}

/**
 * `YYYY-MM-DD HH:MM` by the clock of the station, as an instant. Where the clock shows it twice, the first
 * time, or the one with the offset from UTC behind it, `+01:00`; where it skips it, the time that it shows instead.
 */
export function parseSearch(text: string, nowMs: number, timezone: string): SearchedInstant {
  const match = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})([+-]\d{2}:\d{2})?$/.exec(text.trim());
  if (match === null) return { fault: 'not-a-date' };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1, 6).map(Number);
  const wall = { year, month, day, hour, minute, second: 0 };
  if (!isInCalendar(wall)) return { fault: 'not-a-date' };
  const offset = match[6];
  const instantMs =
    offset === undefined ? instantOf(wall, timezone) : instantWithOffset(wall, offset, timezone);
  if (instantMs === null) return { fault: 'not-a-date' };
  const { first, last } = searchDays(nowMs, timezone);
  const asked = formatDay(wall);
  if (asked < first || asked > last) return { fault: 'outside-window' };
  return { instantMs };
}
