import { tabStorage } from '#src/page/storage/browser-storage.ts';
import { session } from './session-store.ts';

/** In the tab's storage: for the page that follows, which says so. */
const ENDED_KEY = 'session_ended';

/** This document is about to go: until the next one comes, parts of it may still come to life. */
let isLeaving = false;

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
  isLeaving = true;
  tabStorage.write(ENDED_KEY, 'true');
  const { search } = location;
  location.assign(/[?&]redirect=/.test(search) ? `/${search}` : '/');
  return true;
}

/** Whether the page before this one ended a session; true once, and never in the page that ends it. */
export function takeSessionEnd(): boolean {
  if (isLeaving) return false;
  const hasEnded = tabStorage.read(ENDED_KEY) !== null;
  tabStorage.remove(ENDED_KEY);
  return hasEnded;
}
