import type { Language } from '#src/contract/languages.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { daysFrom } from './days.ts';

/** A day as the head of a section: `Yesterday` with `Friday 20 November` beside it, else the date alone. */
export interface DayWords {
  readonly title: string;
  /** Null where the title says it. */
  readonly date: string | null;
}

/** @param today `YYYY-MM-DD`, as `day` is */
export function dayInWords(day: string, today: string, language: Language): DayWords {
  const locale = localeOf(language);
  const date = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    // A day of the calendar is the same wherever it is read.
    timeZone: 'UTC',
  }).format(new Date(day));
  const ago = daysFrom(today, day);
  if (ago !== 0 && ago !== -1) return { title: capitalised(date, locale), date: null };
  const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(ago, 'day');
  return { title: capitalised(near, locale), date };
}

function capitalised(words: string, locale: string): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}
