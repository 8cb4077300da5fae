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

/** By which a member's stream is without adverts. */
export interface AdFreePass {
  readonly token: string;
  readonly expiresMs: number;
}

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
  if (user === null) throw new Error('The stored user cannot be read.');
  return { token, user };
}

export function writeSession(storage: Storage, { token, user }: StoredSession): void {
  storage.setItem(TOKEN_KEY, token);
  storage.setItem(USER_KEY, JSON.stringify(user));
}

export function clearSession(storage: Storage): void {
  for (const key of [TOKEN_KEY, USER_KEY]) storage.removeItem(key);
  clearBelongings(storage);
}

/** Removes what goes with a session, and leaves the session. */
export function clearBelongings(storage: Storage): void {
  for (const key of [MEMBER_NOTES_KEY, AD_FREE_KEY, AD_FREE_UNTIL_KEY]) storage.removeItem(key);
}

/**
 * The user that the browser keeps; null when the value is none. Written by hand: a schema library would be a
 * tenth of what the first page loads.
 */
function readUser(value: unknown): User | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, email, first_name, last_name, pseudo, profile_picture, created_at, email_verified }: Fields = {
    ...value,
  };
  if (typeof id !== 'string' || typeof email !== 'string') return null;
  return {
    id,
    email,
    first_name: textOrNull(first_name),
    last_name: textOrNull(last_name),
    pseudo: textOrNull(pseudo),
    profile_picture: textOrNull(profile_picture) ?? '',
    created_at: textOrNull(created_at) ?? '',
    email_verified: email_verified === true,
  };
}

/** An account without one of the names is incomplete [A27]. */
export function needsProfileCompletion(user: User): boolean {
  return !user.first_name || !user.last_name;
}

export function needsUsername(user: User): boolean {
  return !user.pseudo;
}

type Fields = { readonly [Name in keyof User]?: unknown };

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
