import type { Language } from '#src/contract/languages.ts';
import { session } from '#src/page/session/session-store.ts';
import { callWire } from '#src/page/wire/call-wire.ts';

/** Token and user are gone at once; the server is told, and if it does not hear, the token dies of age. */
export function signOut(language: Language): void {
  if (!session.getState().isAuthenticated) return;
  const told = callWire({ endpoint: 'logout', method: 'POST', language });
  session.clear();
  told.catch(() => {});
}
