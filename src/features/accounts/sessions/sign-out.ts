import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { callUnread } from '#src/page/wire/call-wire.ts';

/** Removes token and user at once and calls the server; if the call fails, the token dies of age. */
export function signOut(browser: Browser, language: Language): void {
  const session = sessionOf(browser);
  if (!session.getState().isAuthenticated) return;
  const told = callUnread(browser, { endpoint: 'logout', method: 'POST', language });
  session.clear();
  told.catch(() => {});
}
