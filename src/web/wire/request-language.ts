import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';
import { negotiateLanguage } from '#src/i18n/negotiation/accept-language.ts';

/** Language of messages: `X-Language`, else `Accept-Language`, else fr [W12]. */
export function requestLanguage(headers: Headers): Language {
  const asked = headers.get('x-language')?.trim().toLowerCase();
  return isLanguage(asked) ? asked : (negotiateLanguage(headers.get('accept-language')) ?? DEFAULT_LANGUAGE);
}
