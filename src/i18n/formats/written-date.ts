import type { Language } from '#src/contract/languages.ts';

/** A date as a language writes it: French counts the first of a month (`1er mai`), and Intl does not. */
export function writtenDate(words: string, language: Language): string {
  return language === 'fr' ? words.replace(/\b1(?=[ –])/, '1er') : words;
}
