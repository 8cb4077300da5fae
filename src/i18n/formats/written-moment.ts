import type { Language } from '#src/contract/languages.ts';
import { localeOf } from './locale-of.ts';
import { writtenDate } from './written-date.ts';

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
  return writtenDate(format.format(atMs), language);
}
