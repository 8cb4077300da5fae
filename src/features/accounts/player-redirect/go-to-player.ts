import type { Language } from '#src/contract/languages.ts';
import { session } from '#src/page/session/session-store.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { syncEnd } from './sync-end.ts';

/** The session that is on its way to the player: both the sign-in and the page's address send it there. */
let goingWith: string | null = null;

/**
 * Sends the browser to the external player as the signed-in member, once the sync that follows a sign-in is over [A87]; the
 * way back does not lead there again. Each session goes once; as a guest where what hands it over takes longer than a call.
 */
export async function goToPlayer(player: URL, language: Language): Promise<void> {
  const token = session.getToken();
  if (token === goingWith) return;
  goingWith = token;
  await syncEnd();
  const { user } = session.getState();
  if (user === null) return;
  const handOver = async (signal: AbortSignal) =>
    (await import('./hand-over.ts')).handOver({ player, user, language, signal });
  location.replace(await inTime(handOver).catch(() => player.href));
}
