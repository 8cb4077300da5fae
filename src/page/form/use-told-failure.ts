import { useEffect, useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import type { WireErrorCode } from '#src/contract/wire-errors.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { CallError } from '#src/page/wire/call-error.ts';

/** What a form can be refused for: the list of all codes stays with the script that needs them all. */
const CODES = [
  'authentication_required',
  'captcha_invalid',
  'captcha_required',
  'captcha_unavailable',
  'comment_not_found',
  'duplicate_comment',
  'email_not_verified',
  'email_taken',
  'forbidden',
  'internal_error',
  'invalid_credentials',
  'member_blocked',
  'sign_in_too_old',
  'token_expired',
  'token_invalid',
  'token_used',
  'too_many_requests',
  'track_not_found',
  'unavailable',
  'username_taken',
  'validation_failed',
  'wrong_password',
] as const satisfies readonly WireErrorCode[];

/**
 * What a form failed with, its sentence in the language of the page. The server gave it in that of the call: who reads
 * on in another language is told again, once those texts have come.
 * @param told the language of the call
 */
export function useToldFailure(cause: unknown, told: Language): unknown {
  const text = useText();
  const language = useLanguage();
  const [loaded, setLoaded] = useState<Language | null>(null);
  const isForeign = cause instanceof CallError && told !== language;
  useEffect(() => {
    if (!isForeign) return;
    let isOver = false;
    loadTexts('errors', language).then(
      () => isOver || setLoaded(language),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [isForeign, language]);
  const code = isForeign && loaded === language && CODES.find((known) => known === cause.code);
  return code ? new CallError(text(`errors.${code}`), cause) : cause;
}
