import type { Database } from '#src/db/database.ts';
import { foldUsername } from '#src/features/accounts/rules/account-rules.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { isReservedUsername } from './reserved-usernames.server.ts';

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
 * Whether a username is free for a caller. A hint: the constraint decides. A member's own name is free to that member,
 * even where it was reserved later.
 */
export async function isUsernameFree(
  { db, station }: Pick<AccountServices, 'db' | 'station'>,
  username: string,
  memberId: string | null,
): Promise<boolean> {
  const holder = await findUsernameHolder(db, username);
  if (holder !== null) return holder.id === memberId;
  return !isReservedUsername(username, station().name);
}

/** @throws {WireError} `username_taken` unless isUsernameFree */
export async function requireUsernameFree(
  services: Pick<AccountServices, 'db' | 'station'>,
  username: string,
  memberId: string | null,
): Promise<void> {
  if (!(await isUsernameFree(services, username, memberId)))
    throw new WireError('username_taken', { fields: { pseudo: 'username_taken' } });
}
