import { z } from 'zod';
import { isInCalendar } from '#src/platform/time-zone/wall-time.ts';

/** A day in the station's time zone. YAML reads 2026-01-01 as text. */
export const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a day such as 2026-01-31')
  .refine(isDay, 'expected a day that is in the calendar');

/** First and last day of something; without one it has no beginning or no end. */
interface Days {
  from?: string | undefined;
  until?: string | undefined;
}

/** Whether the last day does not come before the first one. */
export function isForwards({ from, until }: Days): boolean {
  return from === undefined || until === undefined || from <= until;
}

/** Whether a day, `YYYY-MM-DD`, is one of them; the first and the last one count. */
export function isWithin({ from, until }: Days, day: string): boolean {
  return (from === undefined || from <= day) && (until === undefined || day <= until);
}

/** What is said where it does. */
export const NOT_FORWARDS = { path: ['until'], error: 'expected the day of from, or a later one' };

function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return isInCalendar({ year, month, day, hour: 0, minute: 0, second: 0 });
}
