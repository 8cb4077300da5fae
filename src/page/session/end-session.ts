import { tabStorage } from '#src/page/storage/browser-storage.ts';
import { session } from './session-store.ts';

/** In the tab's storage: for the page that follows, which says so. */
export const ENDED_KEY = 'session_ended';

/**
 * Ends a session whose token is dead [A37]: token and user are removed, and the page starts again at `/`, which still
 * knows that the external player waits [A14].
 * @param token the one that the server refused: a newer session stays
 * @returns false where somebody else has signed in meanwhile, and all stays as it is
 */
export function endSession(token: string): boolean {
  const present = session.getToken();
  if (present !== token) return present === null;
  session.clear();
  tabStorage.write(ENDED_KEY, 'true');
  const { search } = location;
  location.assign(/[?&]redirect=/.test(search) ? `/${search}` : '/');
  return true;
}
