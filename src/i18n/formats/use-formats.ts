import type { Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { localeOf } from './locale-of.ts';
import { formatNumber } from './number.ts';
import { writtenDate } from './written-date.ts';

/** Dates and numbers in the page's language. */
export function useFormats(): Formats {
  return formatsOf(useLanguage());
}

/**
 * Dates and numbers as a language writes them. Times are ISO 8601 texts or milliseconds since the Unix epoch.
 */
interface Formats {
  number(value: number): string;
  /** Day, month in words, year. `timeZone` (IANA) keeps server and browser from saying different days. */
  date(time: string | number, timeZone?: string): string;
  /** Hours and minutes. */
  time(time: string | number, timeZone?: string): string;
}

const made = new Map<Language, Formats>();

function formatsOf(language: Language): Formats {
  const formats = made.get(language) ?? createFormats(language);
  made.set(language, formats);
  return formats;
}

function createFormats(language: Language): Formats {
  /** Formatters are made at first use: each takes the browser milliseconds, and most pages need one. */
  const written = (options: Intl.DateTimeFormatOptions): Formats['date'] => {
    const made = new Map<string | undefined, Intl.DateTimeFormat>();
    return (time, timeZone) => {
      const format =
        made.get(timeZone) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
      made.set(timeZone, format);
      return writtenDate(format.format(new Date(time)), language);
    };
  };
  return {
    number: (value) => formatNumber(value, language),
    date: written({ dateStyle: 'long' }),
    time: written({ timeStyle: 'short' }),
  };
}
