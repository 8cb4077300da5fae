import { DEFAULT_LANGUAGE, type Language } from '#src/contract/languages.ts';

/** A member's public page: at its root address, which is in the default language, else below the reader's own. */
export function memberPagePath(pseudo: string, language: Language): string {
  return `${language === DEFAULT_LANGUAGE ? '' : `/${language}`}/lovepuls/${pseudo}`;
}
