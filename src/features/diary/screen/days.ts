import { DAY_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import type { DiaryEntry } from '#src/features/diary/diary.wire.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { writtenDate } from '#src/i18n/formats/written-date.ts';
import { dayAt } from '#src/platform/time-zone/wall-time.ts';

/** A day of the calendar and what was heard on it. */
export interface DiaryDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly entries: readonly DiaryEntry[];
}

/** The reader's; UTC where the browser gives a name that it does not take itself, as on a Linux without a time zone. */
export function ownTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    dayAt(0, timeZone);
    return timeZone;
  } catch {
    return 'UTC';
  }
}

/**
 * Groups entries by the day on which they began, by the reader's clock; days and entries keep their order.
 */
export function groupByDay(entries: readonly DiaryEntry[], timeZone: string): DiaryDay[] {
  const days = Map.groupBy(entries, ({ started_at }) => dayAt(Date.parse(started_at), timeZone));
  return Array.from(days, ([day, ofDay]) => ({ day, entries: ofDay }));
}

/** Returns how many days of the calendar lie between two days: -1 for yesterday. */
function daysFrom(today: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
}

/** A day as the head of a section: `Yesterday` with `Friday 20 November` beside it, else the date alone. */
interface DayWords {
  readonly title: string;
  /** Null where the title says it. */
  readonly date: string | null;
}

/** @param today `YYYY-MM-DD`, like `day` */
export function dayInWords(day: string, today: string, language: Language): DayWords {
  const locale = localeOf(language);
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    // A day of the calendar has no time zone.
    timeZone: 'UTC',
  });
  const date = writtenDate(format.format(new Date(day)), language);
  const ago = daysFrom(today, day);
  if (ago !== 0 && ago !== -1) return { title: capitalised(date, locale), date: null };
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(ago, 'day');
  return { title: capitalised(near, locale), date };
}

function capitalised(words: string, locale: string): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}
