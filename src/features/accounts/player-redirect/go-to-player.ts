import type { Language } from '#src/contract/languages.ts';
import { session } from '#src/page/session/session-store.ts';
import { syncEnd } from './sync-end.ts';

/**
 * Sends the browser to the external player as the signed-in member, once the sync that follows a sign-in is over [A87]; the
 * way back does not lead there again.
 */
export async function goToPlayer(player: URL, language: Language): Promise<void> {
  await syncEnd();
  const { user } = session.getState();
  if (user === null) return;
  const { handOver } = await import('./hand-over.ts');
  location.replace(await handOver(player, user, language));
}
