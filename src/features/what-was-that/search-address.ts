import { formatClock, formatDay, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { parseSearch } from './search-window.ts';

/** A minute by the clock of the station, as the address and the form's fields write it. */
export interface Moment {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
}

/** What the query of the page's address asks for. */
export type AskedMoment =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'moment'; readonly moment: Moment; readonly instantMs: number }
  | {
      readonly kind: 'fault';
      readonly moment: Moment;
      readonly fault: 'not-a-date' | 'outside-window';
    };

const MINUTES_A_DAY = 24 * 60;

/** Reads `?date=2026-11-18&time=18:30`. */
export function readMoment(query: URLSearchParams, nowMs: number, timezone: string): AskedMoment {
  const moment = { date: query.get('date') ?? '', time: query.get('time') ?? '' };
  if (moment.date === '' && moment.time === '') return { kind: 'nothing' };
  const parsed = parseSearch(datetimeOf(moment), nowMs, timezone);
  if ('fault' in parsed) return { kind: 'fault', moment, fault: parsed.fault };
  return { kind: 'moment', moment, instantMs: parsed.instantMs };
}

/** The query that `readMoment` reads, with its question mark. */
export function momentQuery({ date, time }: Moment): string {
  return `?${new URLSearchParams({ date, time })}`;
}

/** The `datetime` of the wire. */
export function datetimeOf({ date, time }: Moment): string {
  return `${date} ${time}`;
}

/** The minute that an instant lies in. */
export function momentAt(instantMs: number, timezone: string): Moment {
  const wall = wallTimeAt(instantMs, timezone);
  return { date: formatDay(wall), time: formatClock(wall) };
}

/** Minutes since midnight; 0 for what is no time yet. */
export function minutesOf(time: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  return match === null ? 0 : Number(match[1]) * 60 + Number(match[2]);
}

/** `HH:MM` of so many minutes since midnight, held within the day. */
export function timeOf(minutes: number): string {
  const held = Math.min(Math.max(Math.round(minutes), 0), MINUTES_A_DAY - 1);
  return formatClock({
    year: 0,
    month: 1,
    day: 1,
    hour: Math.floor(held / 60),
    minute: held % 60,
    second: 0,
  });
}

/** All days from `first` to `last`, `YYYY-MM-DD`, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += 86_400_000)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}
