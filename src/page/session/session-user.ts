import type { User } from './user.wire.ts';

/**
 * The user that the browser keeps; null when the value is none. Written by hand: a schema library would be a tenth of
 * what the first page loads.
 */
export function readUser(value: unknown): User | null {
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
