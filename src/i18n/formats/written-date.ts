import type { Language } from '#src/contract/languages.ts';
import { localeOf } from './locale-of.ts';

/**
 * A date as a language writes it, where Intl does not: French counts the first of a month (`1er mai`), and one
 * o’clock is a single hour in Spanish (`a la 1:05`).
 */
export function writtenDate(words: string, language: Language): string {
  if (language === 'es') return words.replace(/ las (?=1:)/, ' la ');
  return language === 'fr' ? words.replace(/\b1(?=[ –])/, '1er') : words;
}

/**
 * A date and its time, as a mail writes them.
 * @param atMs milliseconds since the Unix epoch
 * @param timeZone IANA
 */
export function writtenMoment(atMs: number, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  const words = writtenDate(format.format(atMs), language);
  // German sentences say that a time is one, and in Polish nothing would part it from the year.
  if (language === 'de') return `${words} Uhr`;
  return language === 'pl' ? words.replace(/(?<=\d{4}) (?=\d)/, ', ') : words;
}
