import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import {
  formatClock,
  formatDay,
  formatOffset,
  instantOf,
  wallTimeAt,
} from '#src/platform/time-zone/wall-time.ts';
import { parseSearch } from './search-window.ts';
import { parseTime } from './time-of-day.ts';

/** A minute by the clock of the station, as the address and the form's fields write it. */
export interface Moment {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  /** Offset from UTC of a time that the clock shows for the second time, `+01:00` [W220]. */
  readonly offset?: string;
}

/** The search in the query of the page's address. */
export type AskedMoment =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'moment'; readonly moment: Moment; readonly instantMs: number }
  | {
      readonly kind: 'fault';
      readonly moment: Moment;
      readonly fault: 'not-a-date' | 'outside-window';
    };

/** Reads `?date=2026-11-18&time=18:30`. A form without scripts sends the time as it was typed. */
export function readMoment(query: URLSearchParams, nowMs: number, timezone: string): AskedMoment {
  const typed = query.get('time') ?? '';
  const offset = query.get('offset');
  const written = {
    date: query.get('date') ?? '',
    time: parseTime(typed) ?? typed,
    ...(offset !== null && { offset }),
  };
  const moment = settled(written, nowMs, timezone);
  if (moment.date === '' && moment.time === '') return { kind: 'nothing' };
  const parsed = parseSearch(datetimeOf(moment), nowMs, timezone);
  if ('fault' in parsed) return { kind: 'fault', moment, fault: parsed.fault };
  return { kind: 'moment', moment, instantMs: parsed.instantMs };
}

/**
 * A moment whose day or time may have been changed: its offset stays where the clock shows that time for the second
 * time [W220], and goes elsewhere.
 */
export function settled({ offset, ...moment }: Moment, nowMs: number, timezone: string): Moment {
  if (offset === undefined) return moment;
  const parsed = parseSearch(datetimeOf({ ...moment, offset }), nowMs, timezone);
  return 'instantMs' in parsed ? momentAt(parsed.instantMs, timezone) : moment;
}

/** The query that `readMoment` reads, with its question mark. */
export function momentQuery({ date, time, offset }: Moment): string {
  return `?${new URLSearchParams({ date, time, ...(offset !== undefined && { offset }) })}`;
}

/** The `datetime` of the wire. */
export function datetimeOf({ date, time, offset = '' }: Moment): string {
  return `${date} ${time}${offset}`;
}

/** The minute that an instant lies in. */
export function momentAt(instantMs: number, timezone: string): Moment {
  const wall = wallTimeAt(instantMs, timezone);
  const moment = { date: formatDay(wall), time: formatClock(wall) };
  const isAgain = instantMs - instantOf(wall, timezone) >= MINUTE_MS;
  return isAgain ? { ...moment, offset: formatOffset(instantMs, timezone) } : moment;
}

/** A play at either end of what was found. */
interface EndPlay {
  /** ISO 8601 */
  readonly started_at: string;
  /** Seconds. */
  readonly duration: number;
  readonly on_air: boolean;
}

/** Where a search goes on into the past from its first play; null where that would not lead back. */
export function earlierMoment(
  first: EndPlay | undefined,
  askedMs: number,
  timezone: string,
  nowMs: number,
): Moment | null {
  if (first === undefined) return null;
  return momentIf(Date.parse(first.started_at), timezone, nowMs, (instantMs) => instantMs < askedMs);
}

/** Where a search goes on into the future from its last play; null where that play is the answer itself. */
export function laterMoment(
  last: EndPlay | undefined,
  askedMs: number,
  timezone: string,
  nowMs: number,
): Moment | null {
  if (last === undefined || last.on_air) return null;
  const endMs = Math.min(Date.parse(last.started_at) + last.duration * 1000, nowMs);
  return momentIf(endMs, timezone, nowMs, (instantMs) => instantMs > askedMs);
}

/**
 * Which neighbours a minute without a track has: before the first play, or behind the last one, there are some on one
 * side alone.
 */
export function breakAmong(
  plays: readonly Pick<EndPlay, 'started_at'>[],
  askedMs: number,
): 'break' | 'break-before' | 'break-after' {
  const isBefore = (play: Pick<EndPlay, 'started_at'>) => Date.parse(play.started_at) <= askedMs;
  if (plays.some(({ started_at }) => started_at === '')) return 'break';
  if (plays.every(isBefore)) return 'break-before';
  return plays.some(isBefore) ? 'break' : 'break-after';
}

/** The present minute, to list the latest plays by; null where a search for it would find another one. */
export function presentMoment(nowMs: number, timezone: string): Moment | null {
  return momentIf(nowMs, timezone, nowMs, (instantMs) => Math.abs(nowMs - instantMs) < 2 * MINUTE_MS);
}

/** A minute to list the latest plays by, and the very instant that it was chosen for. */
export interface LatestMoment {
  readonly moment: Moment;
  readonly instantMs: number;
}

/**
 * Returns where to look for what a stream has just played: the minute in which the track on air began. That
 * goes on with the radio, and it is the radio's own time where the visitor's clock is wrong. While no track is
 * known it is the minute in which the page was opened.
 */
export function latestMoment(
  onAir: Pick<EndPlay, 'started_at' | 'duration'> | null,
  openedMs: number,
  timezone: string,
): LatestMoment | null {
  const startedMs = onAir === null || onAir.duration === 0 ? 0 : Date.parse(onAir.started_at);
  const instantMs = startedMs || openedMs;
  const moment = presentMoment(instantMs, timezone);
  return moment && { moment, instantMs };
}

/** The minute of an instant; null where a search for it would find an instant that does not serve. */
function momentIf(
  instantMs: number,
  timezone: string,
  nowMs: number,
  serves: (instantMs: number) => boolean,
): Moment | null {
  // A play that does not say when it began.
  if (Number.isNaN(instantMs)) return null;
  const moment = momentAt(instantMs, timezone);
  const found = parseSearch(datetimeOf(moment), nowMs, timezone);
  return 'instantMs' in found && serves(found.instantMs) ? moment : null;
}

/** All days from `first` to `last`, `YYYY-MM-DD`, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}
