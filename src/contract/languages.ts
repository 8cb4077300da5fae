/** The eight languages of the interface [A1], in the order of the switcher. */
export const LANGUAGES = ['fr', 'en', 'de', 'pl', 'es', 'it', 'ru', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];

/** [A2] */
export const DEFAULT_LANGUAGE: Language = 'fr';
export const FALLBACK_LANGUAGE: Language = 'en';

/** Each language's name in itself [A1]. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: 'Français',
  en: 'English',
  de: 'Deutsch',
  pl: 'Polski',
  es: 'Español',
  it: 'Italiano',
  ru: 'Русский',
  nl: 'Nederlands',
};

const CODES: ReadonlySet<string> = new Set(LANGUAGES);

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && CODES.has(value);
}
