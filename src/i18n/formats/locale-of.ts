import type { Language } from '#src/contract/languages.ts';

/**
 * The BCP 47 tag whose habits dates and numbers follow. English is British here: days before months, 24
 * hours.
 */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}
