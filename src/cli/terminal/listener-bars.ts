import { HOUR_MS } from '#src/contract/durations.ts';
import { doubledTimeName } from '#src/platform/time-zone/doubled-time.ts';
import { dayAt, formatClock, instantOf, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import type { ListenerReport } from '#src/records/listening/listener-report.ts';
import type { Bar } from './bar-chart.ts';

const DAY_HOURS = 24;

/** The hours that are told, and whose clock names them. */
interface Told {
  readonly hours: ListenerReport['hours'];
  readonly days: ListenerReport['days'];
  readonly fromMs: number;
  readonly nowMs: number;
  readonly timezone: string;
}

/**
 * The first hour of that many days: the last 24 hours for one day, else whole days of the station, as the different
 * listeners of a day are counted [R176]. Today counts, and so does the hour under way.
 */
export function statsFromMs(days: number, nowMs: number, timezone: string): number {
  if (days === 1) return (Math.floor(nowMs / HOUR_MS) - DAY_HOURS + 1) * HOUR_MS;
  const today = wallTimeAt(nowMs, timezone);
  const first = { ...today, day: today.day - days + 1, hour: 0, minute: 0, second: 0 };
  // Hours are those of Unix time: where midnight lies within one, the day begins with the next.
  return Math.ceil(instantOf(first, timezone) / HOUR_MS) * HOUR_MS;
}

/** A bar for each of 24 hours. */
export function barsByHour({ hours, fromMs, timezone }: Told): Bar[] {
  return Array.from({ length: DAY_HOURS }, (_, at) => {
    const hourMs = fromMs + at * HOUR_MS;
    const hour = hours.find((one) => one.hourMs === hourMs);
    const clock = formatClock(wallTimeAt(hourMs, timezone));
    const label = `${clock} ${doubledTimeName(hourMs, timezone, 'en-GB')}`.trim();
    if (!hour) return { label, value: 0, note: '0' };
    const { peak, heardMs, distinct } = hour;
    return { label, value: peak, note: `${peak} · ${inHours(heardMs)} · ${distinct} different` };
  });
}

/** A bar for each day of the station. */
export function barsByDay({ hours, days, nowMs, fromMs, timezone }: Told): Bar[] {
  const byDay = Map.groupBy(hours, ({ hourMs }) => dayAt(hourMs, timezone));
  const all = new Set<string>();
  for (let ms = fromMs; ms <= nowMs; ms += HOUR_MS) all.add(dayAt(ms, timezone));
  // Its midnight may lie within the hour under way.
  all.add(dayAt(nowMs, timezone));
  return [...all].map((day) => {
    const ofDay = byDay.get(day) ?? [];
    const peak = Math.max(0, ...ofDay.map((hour) => hour.peak));
    const heardMs = ofDay.reduce((sum, hour) => sum + hour.heardMs, 0);
    const distinct = days.find((one) => one.day === day)?.distinct;
    const note = [`${peak}`, inHours(heardMs), ...(distinct === undefined ? [] : [`${distinct} different`])];
    return { label: day, value: peak, note: ofDay.length === 0 ? '0' : note.join(' · ') };
  });
}

/** A time in hours: `3.0 h`. */
export function inHours(ms: number): string {
  const hours = ms / HOUR_MS;
  return `${hours >= 10 ? Math.round(hours) : hours.toFixed(1)} h`;
}
