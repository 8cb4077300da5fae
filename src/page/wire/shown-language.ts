import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';

/** The language of the page that is shown, for calls that are made outside of any component. */
export function shownLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}
