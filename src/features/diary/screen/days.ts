import type { DiaryEntry } from '#src/features/diary/diary.wire.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';

/** A day of the calendar and what was heard on it. */
export interface DiaryDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly entries: readonly DiaryEntry[];
}

/**
 * Groups entries by the day on which they began, by the reader's clock; days and entries keep their order.
 */
export function groupByDay(entries: readonly DiaryEntry[], timeZone: string): DiaryDay[] {
  const days = Map.groupBy(entries, ({ started_at }) => dayAt(Date.parse(started_at), timeZone));
  return Array.from(days, ([day, ofDay]) => ({ day, entries: ofDay }));
}

/** How many days of the calendar lie between two days: -1 for yesterday. */
export function daysFrom(today: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}
