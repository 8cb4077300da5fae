import { DAY_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import { dateRange } from '#src/i18n/formats/date-range.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { type IsoWeek, isoWeekPlus, isoWeekStartMs, parseIsoWeek } from '#src/platform/time-zone/iso-week.ts';

/** Which chart the page's address asks for by its query, for instance `?week=2026-W47`. */
export type AskedWeek =
  | { readonly kind: 'running' }
  | { readonly kind: 'week'; readonly week: IsoWeek }
  | { readonly kind: 'no-week' };

export function readWeek(query: URLSearchParams): AskedWeek {
  const text = query.get('week');
  if (text === null || text === '') return { kind: 'running' };
  const week = parseIsoWeek(text);
  return week === null ? { kind: 'no-week' } : { kind: 'week', week };
}

/**
 * The kept weeks on either side of a chart; `week` null for the running one, which comes after all of them.
 * @param kept newest first
 */
export function neighbourWeeks(
  week: IsoWeek | null,
  kept: readonly IsoWeek[],
): { before: IsoWeek | null; after: IsoWeek | null } {
  if (week === null) return { before: kept[0] ?? null, after: null };
  return {
    before: kept.find((other) => other < week) ?? null,
    after: kept.findLast((other) => other > week) ?? null,
  };
}

/** Whether no week lies between two; one that was kept after the later one was asked for is none that does. */
export function isNextWeek(week: IsoWeek, { after }: { after: IsoWeek }): boolean {
  return isoWeekPlus(after, 1) >= week;
}

/** The number of a week: 47 for `2026-W47`. */
export function numberOfWeek(week: IsoWeek): number {
  return Number(week.slice(6));
}

/** The year that a week counts in: 2026 for `2026-W47`. */
export function yearOfWeek(week: IsoWeek): string {
  return week.slice(0, 4);
}

/** A week's days, Monday to Sunday: `16–22 novembre 2026`. */
export function daysOfWeek(week: IsoWeek, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const monday = isoWeekStartMs(week, 'UTC');
  return dateRange(format, language, monday, isoWeekStartMs(isoWeekPlus(week, 1), 'UTC') - DAY_MS);
}
