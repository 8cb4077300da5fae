import type { Language } from '#src/contract/languages.ts';
import { localeOf } from './locale-of.ts';

const made = new Map<Language, Intl.NumberFormat>();
/** From here on some languages put signs between the digits. */
const GROUPED = 1_000;

/**
 * A number as a language writes it. Small counts, which is most of them, are their digits in all eight
 * languages: the first `Intl.NumberFormat` takes a phone 50 ms, in the middle of bringing a page to life.
 */
export function formatNumber(value: number, language: Language): string {
  if (Number.isInteger(value) && value >= 0 && value < GROUPED) return String(value);
  const format = made.get(language) ?? new Intl.NumberFormat(localeOf(language));
  made.set(language, format);
  return format.format(value);
}
