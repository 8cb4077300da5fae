import type { Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { textOf } from '#src/i18n/loaded-texts.ts';
import { localeOf } from './locale-of.ts';
import { formatNumber } from './number.ts';

/** Dates and numbers in the page's language. */
export function useFormats(): Formats {
  return formatsOf(useLanguage());
}

/**
 * Dates and numbers as a language writes them. Times are ISO 8601 texts or milliseconds since the Unix epoch.
 */
interface Formats {
  number(value: number): string;
  /**
   * 0.5 → `50 %`. A text: the volume stands on every page, and a first `Intl.NumberFormat` takes a phone 50
   * ms.
   */
  percent(share: number): string;
  /** Day, month in words, year. `timeZone` (IANA) keeps server and browser from saying different days. */
  date(time: string | number, timeZone?: string): string;
  /** Hours and minutes. */
  time(time: string | number, timeZone?: string): string;
}

const made = new Map<Language, Formats>();

function formatsOf(language: Language): Formats {
  const known = made.get(language);
  if (known !== undefined) return known;
  const formats = createFormats(language);
  made.set(language, formats);
  return formats;
}

/** Formatters are made at first use: each takes the browser milliseconds, and most pages need one. */
function createFormats(language: Language): Formats {
  const dates = oncePerZone(
    (timeZone) => new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }),
  );
  const times = oncePerZone(
    (timeZone) => new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone }),
  );
  return {
    number: (value) => formatNumber(value, language),
    percent: (share) => textOf(language)('frame.percent', { share: Math.round(share * 100) }),
    date: (time, timeZone) => dates(timeZone).format(new Date(time)),
    time: (time, timeZone) => times(timeZone).format(new Date(time)),
  };
}

function oncePerZone<T>(make: (timeZone: string | undefined) => T): (timeZone: string | undefined) => T {
  const made = new Map<string | undefined, T>();
  return (timeZone) => {
    const known = made.get(timeZone) ?? make(timeZone);
    made.set(timeZone, known);
    return known;
  };
}
