import { withSession } from './player-address.ts';
import { session } from './session/session-store.ts';

/** Sends the browser to the external player as the member who is here; the way back does not lead there again. */
export function goToPlayer(player: URL): void {
  const { user } = session.getState();
  const token = session.getToken();
  if (user !== null && token !== null) location.replace(withSession(player, user, token, location.origin));
}
