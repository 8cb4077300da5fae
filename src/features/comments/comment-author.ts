import type { User } from '#src/page/session/user.wire.ts';
import type { Reply } from './comments.wire.ts';

/**
 * Says whether the member wrote it: by the server's word if
 * it knew who asked, else by the username, which is unique.
 * @param user null for a guest
 */
export function isOwn({ own, pseudo: username, deleted }: Reply, user: User | null): boolean {
  if (user === null || deleted) return false;
  return own ?? (username !== null && username === user.pseudo);
}

/**
 * Returns the name that a comment is shown under: the username, else the first name; null without either.
 * Never the last name.
 */
export function authorName({ pseudo: username, first_name }: Reply): string | null {
  return username || first_name || null;
}

/** Splits a name into the parts whose first letters stand for it: `sable_blanc`, `ondin76`. */
export function nameParts(name: string): string[] {
  return name.split(/[\s_-]+|(?<=\D)(?=\d)/u).filter(Boolean);
}

/** Returns a number from 0 to `count` - 1, always the same for a name. */
export function nameIndex(name: string, count: number): number {
  let hash = 0;
  for (const letter of name.toLowerCase())
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash >>> 8) % count;
}
