import type { Language } from '#src/contract/languages.ts';
import { session } from '#src/page/session/session-store.ts';
import { callUnread } from '#src/page/wire/call-wire.ts';

/** Removes token and user at once and calls the server; if the call fails, the token dies of age. */
export function signOut(language: Language): void {
  if (!session.getState().isAuthenticated) return;
  const told = callUnread({ endpoint: 'logout', method: 'POST', language });
  session.clear();
  told.catch(() => {});
}
