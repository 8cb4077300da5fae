import { HOUR_MS } from '#src/contract/durations.ts';
import { USERNAME_CHANGES_AN_HOUR } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import type { UserRow } from '#src/members/account/user-row.server.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { perMember } from '#src/platform/rate-limit/limit.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import { refuseAboveLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { isReservedUsername } from './reserved-usernames.server.ts';

/** Changes of a member's username: each purges the pages that show it. */
export const usernameChanges = perMember({ USERNAME_CHANGES_AN_HOUR }, HOUR_MS);

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

/**
 * What a member's row gets for a username, which counts where it is another than now.
 * @throws {WireError} `username_taken`, and `too_many_requests` past usernameChanges
 */
export async function changeToUsername(
  services: NameServices,
  limits: LimitCounter,
  user: UserRow,
  username: string,
): Promise<Pick<UserRow, 'pseudo' | 'pseudo_folded'>> {
  await requireUsernameFree(services, username, user.id);
  if (username !== user.pseudo) await refuseAboveLimit(limits, [usernameChanges, user.id]);
  return { pseudo: username, pseudo_folded: foldUsername(username) };
}
