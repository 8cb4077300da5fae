import { useCallback, useEffect, useState } from 'react';
import { checkLink } from '#src/features/accounts/mail-links/mail-link-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { useLinkToken } from './use-link-token.ts';

/** Whether the link of the address still works, by the server; asking uses nothing up. */
export function useLinkCheck() {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const { token, forget } = useLinkToken();
  const [state, setState] = useState<'loading' | 'alive' | 'dead' | 'failed'>('loading');
  const [failure, setFailure] = useState<unknown>(null);

  const check = useCallback(async () => {
    if (!token) return;
    setState('loading');
    try {
      await checkLink(browser, token, language);
      setState('alive');
    } catch (error) {
      const isDead = error instanceof CallError && error.code.startsWith('token_');
      if (isDead) forget();
      setFailure(error);
      setState(isDead ? 'dead' : 'failed');
    }
  }, [token, forget, language, browser]);

  useEffect(() => {
    check();
  }, [check]);

  const problem = failureWords(text, failure, text('accounts.error.connection'));
  if (token === null)
    return {
      state: 'dead',
      problem: text('accounts.reset.no-token'),
      token: '',
      forget,
      retry: check,
    } as const;
  return { state, problem, token: token ?? '', forget, retry: check } as const;
}
