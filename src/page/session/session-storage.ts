import { readUser } from './session-user.ts';
import type { User } from './user.wire.ts';

export const TOKEN_KEY = 'authToken';
/** By which the member's streams are without adverts [R52]; it goes with the session. */
export const AD_FREE_KEY = 'adFreeToken';
/** How long that counts, milliseconds since the Unix epoch by this browser's clock. */
export const AD_FREE_UNTIL_KEY = 'adFreeUntil';
/** Not `user`: that is the member's copy of the preferences. */
export const USER_KEY = 'authUser';
/** What features note for the member until the server has it: it goes with the session. */
export const MEMBER_NOTES_KEY = 'onde-notes';

export interface StoredSession {
  readonly token: string;
  readonly user: User;
}

/**
 * This browser's copy of token and user; null for a guest.
 * @throws when storage is blocked or its content is spoilt
 */
export function readSession(storage: Storage): StoredSession | null {
  const token = storage.getItem(TOKEN_KEY);
  const text = storage.getItem(USER_KEY);
  if (!token || !text) return null;
  const user = readUser(JSON.parse(text));
  if (user === null) throw new Error('The stored user is none.');
  return { token, user };
}

export function writeSession(storage: Storage, { token, user }: StoredSession): void {
  storage.setItem(TOKEN_KEY, token);
  storage.setItem(USER_KEY, JSON.stringify(user));
}

export function clearSession(storage: Storage): void {
  for (const key of [TOKEN_KEY, USER_KEY, MEMBER_NOTES_KEY, AD_FREE_KEY, AD_FREE_UNTIL_KEY])
    storage.removeItem(key);
}
