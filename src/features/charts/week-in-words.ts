import type { Language } from '#src/contract/languages.ts';
import { dateRange } from '#src/i18n/formats/date-range.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { type IsoWeek, isoWeekPlus, isoWeekStartMs } from '#src/platform/time-zone/iso-week.ts';

const DAY_MS = 86_400_000;

/** 47 of `2026-W47`. */
export function numberOfWeek(week: IsoWeek): number {
  return Number(week.slice(6));
}

/** 2026 of `2026-W47`. */
export function yearOfWeek(week: IsoWeek): string {
  return week.slice(0, 4);
}

/** Its days, Monday to Sunday: `16–22 novembre 2026`. */
export function daysOfWeek(week: IsoWeek, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const monday = isoWeekStartMs(week, 'UTC');
  return dateRange(format, monday, isoWeekStartMs(isoWeekPlus(week, 1), 'UTC') - DAY_MS);
}
