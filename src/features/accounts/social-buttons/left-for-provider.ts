import { useEffect } from 'react';
import { dropAct, keepAct } from '#src/features/accounts/gate/kept-act.ts';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { forgetReturn } from '#src/page/session/return-choices.ts';

/** Whether this very document is the one that is left. */
const leftOf = onePerPage(() => ({ isLeft: false }));

/** Keeps what led to a sign-in, for the way back from a provider's page. */
export function leaveForProvider(browser: Browser): void {
  leftOf(browser).isLeft = true;
  keepAct(browser.tabStorage, pendingActOf(browser).read());
}

/**
 * Forgets what was kept for the way back once this tab is here again without a provider's answer: the visitor went back,
 * and the sign-in has come to nothing [A33]. What another tab keeps is the same, and that one's return keeps it anew.
 */
export function useGivenUpSignIn(): void {
  const browser = useBrowser();
  useEffect(() => {
    const forget = () => {
      // An answer that has come takes it itself.
      if (window.ondeArrival === undefined && dropAct(browser.tabStorage)) forgetReturn(browser.storage);
    };
    if (!leftOf(browser).isLeft) forget();
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && forget();
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [browser]);
}
