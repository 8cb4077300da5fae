import { session } from './session-store.ts';

/**
 * Ends a session whose token is dead [A37]: token and user are removed, and the page starts again at `/`.
 * @param token the one that the server refused: a newer session stays
 */
export function endSession(token: string): void {
  if (session.getToken() !== token) return;
  session.clear();
  location.assign('/');
}
