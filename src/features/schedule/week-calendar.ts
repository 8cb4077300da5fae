import { DAY_MS } from '#src/contract/durations.ts';
import { wallTimeAt } from '#src/platform/time-zone/wall-time.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A day of the week as a date. */
export interface CalendarDay {
  /** 1 (Monday) to 7 (Sunday). */
  readonly day: number;
  /** The date's midnight in UTC, in milliseconds since the Unix epoch. Format it with the time zone UTC. */
  readonly dateMs: number;
}

/** The week around an instant, by the clock of the station. */
export interface WeekCalendar {
  readonly days: readonly CalendarDay[];
  /** 1 (Monday) to 7 (Sunday). */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** @param timezone IANA name */
export function weekCalendar(nowMs: number, timezone: string): WeekCalendar {
  const { year, month, day: date, hour, minute } = wallTimeAt(nowMs, timezone);
  const todayMs = Date.UTC(year, month - 1, date);
  const day = new Date(todayMs).getUTCDay() || 7;
  const days = DAYS.map((other) => ({ day: other, dateMs: todayMs + (other - day) * DAY_MS }));
  return { days, day, hour, minute };
}
