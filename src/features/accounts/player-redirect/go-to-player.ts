import { session } from '#src/page/session/session-store.ts';
import { withSession } from './player-address.ts';

/** Sends the browser to the external player as the signed-in member; the way back does not lead there again. */
export function goToPlayer(player: URL): void {
  const { user } = session.getState();
  const token = session.getToken();
  if (user !== null && token !== null) location.replace(withSession(player, user, token, location.origin));
}
