import { DAY_MS, WEEK_MS } from '#src/contract/durations.ts';
import { instantOf, wallTimeAt } from './wall-time.ts';

/** A week from Monday to Sunday by its ISO 8601 name, `2026-W47`. Two of one century sort by their names. */
export type IsoWeek = string;

/** Null when the text names no week: a year has 52 or 53. */
export function parseIsoWeek(text: string): IsoWeek | null {
  if (!/^\d{4}-W\d{2}$/.test(text)) return null;
  return weekOfMonday(mondayOf(text)) === text ? text : null;
}

/** The week that an instant lies in, by the clocks of a time zone. */
export function isoWeekAt(instantMs: number, timeZone: string): IsoWeek {
  const { year, month, day } = wallTimeAt(instantMs, timeZone);
  const dayMs = Date.UTC(year, month - 1, day);
  return weekOfMonday(dayMs - daysAfterMonday(dayMs) * DAY_MS);
}

/** The instant at which a week begins, Monday 00:00 by the clocks of a time zone. */
export function isoWeekStartMs(week: IsoWeek, timeZone: string): number {
  const monday = new Date(mondayOf(week));
  return instantOf(
    {
      year: monday.getUTCFullYear(),
      month: monday.getUTCMonth() + 1,
      day: monday.getUTCDate(),
      hour: 0,
      minute: 0,
      second: 0,
    },
    timeZone,
  );
}

/** The week that is a number of weeks later; earlier with a negative number. */
export function isoWeekPlus(week: IsoWeek, weeks: number): IsoWeek {
  return weekOfMonday(mondayOf(week) + weeks * WEEK_MS);
}

/** Its Monday as if it were in UTC. The first week of a year is the one with 4 January in it. */
function mondayOf(week: IsoWeek): number {
  const fourth = Date.UTC(Number(week.slice(0, 4)), 0, 4);
  return fourth - daysAfterMonday(fourth) * DAY_MS + (Number(week.slice(6)) - 1) * WEEK_MS;
}

/** The year of a week is that of its Thursday. */
function weekOfMonday(mondayMs: number): IsoWeek {
  const thursday = new Date(mondayMs + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS) + 1;
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`;
}

function daysAfterMonday(dayMs: number): number {
  return (new Date(dayMs).getUTCDay() + 6) % 7;
}
