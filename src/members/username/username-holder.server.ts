import type { Database } from '#src/db/database.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { isReservedUsername } from './reserved-usernames.server.ts';

interface NameServices {
  readonly db: Database;
  station(): { readonly name: string };
}

/** The member who has a username; null without one. Waiting registrations have none yet. */
export async function findUsernameHolder(db: Database, username: string): Promise<{ id: string } | null> {
  const folded = foldUsername(username);
  const holder = await db
    .selectFrom('users')
    .select('id')
    .where('pseudo_folded', '=', folded)
    .executeTakeFirst();
  return holder ?? null;
}

/**
 * Whether a caller may take a username: a hint only, since the database's constraint decides. A member's own
 * name is free to that member, even if it was reserved later.
 */
export async function isUsernameFree(
  { db, station }: NameServices,
  username: string,
  memberId: string | null,
): Promise<boolean> {
  const holder = await findUsernameHolder(db, username);
  if (holder !== null) return holder.id === memberId;
  return !isReservedUsername(username, station().name);
}

/** @throws {WireError} `username_taken` unless isUsernameFree */
export async function requireUsernameFree(
  services: NameServices,
  username: string,
  memberId: string | null,
): Promise<void> {
  if (!(await isUsernameFree(services, username, memberId)))
    throw new WireError('username_taken', { fields: { pseudo: 'username_taken' } });
}
