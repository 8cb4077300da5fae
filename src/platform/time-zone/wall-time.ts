import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';

/** The date and time that a clock in some time zone shows. `month` and `day` count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The clocks of a time zone at an instant.
 * @throws {RangeError} unless `timeZone` is an IANA name
 */
export function wallTimeAt(instantMs: number, timeZone: string): WallTime {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(instantMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/**
 * The instant at which the clock shows `wall`. A time that it shows twice, when summer ends, is the first of
 * the two; one that it skips, when summer begins, is as much later as the clock is put forward.
 */
export function instantOf(wall: WallTime, timeZone: string): number {
  const asUtc = utcOf(wall);
  const before = asUtc - offsetMs(asUtc - DAY_MS, timeZone);
  const after = asUtc - offsetMs(asUtc + DAY_MS, timeZone);
  const shown = [before, after].filter((instantMs) => instantMs + offsetMs(instantMs, timeZone) === asUtc);
  return shown.length === 0 ? before : Math.min(...shown);
}

/** Like `instantOf`, by the offset from UTC (`+01:00`) that the clock has then; null where it has another one. */
export function instantWithOffset(wall: WallTime, offset: string, timeZone: string): number | null {
  const instantMs = Date.parse(`${formatDay(wall)}T${formatClock(wall)}:${twoDigits(wall.second)}${offset}`);
  if (Number.isNaN(instantMs)) return null;
  return utcOf(wallTimeAt(instantMs, timeZone)) === utcOf(wall) ? instantMs : null;
}

/** The offset from UTC of the clocks of a time zone, `+01:00`. */
export function formatOffset(instantMs: number, timeZone: string): string {
  const minutes = Math.round(offsetMs(instantMs, timeZone) / MINUTE_MS);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

/** `HH:MM` */
export function formatClock({ hour, minute }: WallTime): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** `YYYY-MM-DD` */
export function formatDay({ year, month, day }: WallTime): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** The day that the clocks of a time zone show at an instant, `YYYY-MM-DD`. */
export function dayAt(instantMs: number, timeZone: string): string {
  return formatDay(wallTimeAt(instantMs, timeZone));
}

/** Day of the week, 1 (Monday) to 7. */
export function weekdayOf({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

/** Whether there is such a day and time in a calendar, whatever the clocks of a time zone do on it. */
export function isInCalendar(wall: WallTime): boolean {
  const date = new Date(utcOf(wall));
  return (
    date.getUTCFullYear() === wall.year &&
    date.getUTCMonth() + 1 === wall.month &&
    date.getUTCDate() === wall.day &&
    date.getUTCHours() === wall.hour &&
    date.getUTCMinutes() === wall.minute &&
    date.getUTCSeconds() === wall.second
  );
}

function offsetMs(instantMs: number, timeZone: string): number {
  const wholeSecondMs = Math.floor(instantMs / 1000) * 1000;
  return utcOf(wallTimeAt(wholeSecondMs, timeZone)) - wholeSecondMs;
}

function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
