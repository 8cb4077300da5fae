import { callWire } from '#src/features/wire-client/call-wire.ts';
import type { Language } from '#src/spec/languages.ts';
import { session } from './session-store.ts';

/** Token and user are gone at once; the server is told, and if it does not hear, the token dies of age. */
export function signOut(language: Language): void {
  if (!session.getState().isAuthenticated) return;
  const told = callWire({ endpoint: 'logout', method: 'POST', language });
  session.clear();
  told.catch(() => {});
}
