import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';
import { negotiateLanguage } from './accept-language.ts';

/**
 * Language in which a request is answered: `X-Language`, else `Accept-Language`, else fr [W12].
 * @param header gives the value of a header by its name in small letters
 */
export function requestLanguage(header: (name: string) => string | null | undefined): Language {
  const asked = header('x-language')?.trim().toLowerCase();
  return isLanguage(asked) ? asked : (negotiateLanguage(header('accept-language')) ?? DEFAULT_LANGUAGE);
}
