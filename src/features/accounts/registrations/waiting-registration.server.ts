import type { Insertable } from 'kysely';
import { WEEK_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { UniqueViolation } from '#src/db/errors/database-errors.ts';
import type { UsersTable } from '#src/db/schema/members-tables.ts';
import { takenError, type UserRow } from '#src/members/account/user-row.server.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { findUsernameHolder } from '#src/members/username/username-holder.server.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** How long a registration waits for its mail to be answered [W38]. */
export const REGISTRATION_WAITS_MS = WEEK_MS;
/** Most registrations that wait under one address; another one removes one of them [W38]. */
const REGISTRATIONS_WAITING_MAX = 20;

/** Adds a registration beside those that wait under its address. */
export async function insertWaiting(trx: Database, row: Insertable<UsersTable>): Promise<void> {
  await trx.insertInto('users').values(row).execute();
  const waiting = await trx
    .selectFrom('users')
    .select('id')
    .where('email_folded', '=', row.email_folded)
    .where('activated_ms', 'is', null)
    .where('id', '!=', row.id)
    .orderBy('created_ms')
    .orderBy('id')
    .execute();
  const oldestFirst = waiting.map(({ id }) => id);
  const count = oldestFirst.length - (REGISTRATIONS_WAITING_MAX - 1);
  if (count <= 0) return;
  const surplus = (await unansweredLast(trx, oldestFirst)).slice(0, count);
  // One of them may become a member at this moment.
  await trx.deleteFrom('users').where('id', 'in', surplus).where('activated_ms', 'is', null).execute();
}

/**
 * Sorts registrations without a mail first: anybody may add those at any time. The others got theirs at five
 * an hour, so the oldest of them had hours to be answered.
 */
async function unansweredLast(trx: Database, ids: readonly string[]): Promise<string[]> {
  // In this order: one that is sent between the two has its link before it leaves the spool.
  const due = await trx.selectFrom('mail_spool').select('user_id').where('user_id', 'in', ids).execute();
  const sent = await trx.selectFrom('email_tokens').select('user_id').where('user_id', 'in', ids).execute();
  const mailed = new Set([...sent, ...due].map(({ user_id }) => user_id));
  return [...ids.filter((id) => !mailed.has(id)), ...ids.filter((id) => mailed.has(id))];
}

/** Removes all registrations that wait under an address. */
export async function removeWaiting(trx: Database, emailFolded: string): Promise<void> {
  await trx
    .deleteFrom('users')
    .where('email_folded', '=', emailFolded)
    .where('activated_ms', 'is', null)
    .execute();
}

/**
 * Makes a waiting registration a member and removes the others of its address, whose mails were not answered.
 * A username that was taken meanwhile is dropped, and the member chooses another. `isProven`: the mailbox's
 * owner has answered. Of an account that is a member already only that is noted.
 * @throws {WireError} `token_invalid`, or of who is not proven `invalid_credentials`, when another one was answered
 *   meanwhile
 */
export async function activateUser(
  trx: Database,
  userId: string,
  { nowMs, isProven }: { nowMs: number; isProven: boolean },
): Promise<UserRow> {
  const address = trx.selectFrom('users').select('email_folded').where('id', '=', userId);
  const ofAddress = trx.selectFrom('users').selectAll().where('email_folded', '=', address).orderBy('id');
  // All of them, in this order, as links do: of two that are answered at once each would wait for the other.
  const user = (await lockRows(trx, ofAddress).execute()).find(({ id }) => id === userId);
  if (user === undefined) throw new WireError(isProven ? 'token_invalid' : 'invalid_credentials');
  await trx
    .deleteFrom('users')
    .where('email_folded', '=', user.email_folded)
    .where('activated_ms', 'is', null)
    .where('id', '!=', userId)
    .execute();
  const wish = user.activated_ms === null ? user.pseudo : null;
  const isWishFree = wish !== null && (await findUsernameHolder(trx, wish)) === null;
  return trx
    .updateTable('users')
    .set({
      ...(user.activated_ms === null && {
        activated_ms: nowMs,
        pseudo: isWishFree ? wish : null,
        pseudo_folded: isWishFree ? foldUsername(wish) : null,
      }),
      email_verified_ms: user.email_verified_ms ?? (isProven ? nowMs : null),
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Runs a transaction that activates a member. It runs again when the username was taken while it ran.
 * @throws {WireError} `email_taken` when the address got a member meanwhile
 */
export async function transactActivation<T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    const lostName = error instanceof UniqueViolation && error.columns.includes('pseudo_folded');
    if (!lostName) throw takenError(error);
    return await db.transaction().execute(work);
  }
}

/**
 * Returns the hash of the password that a member's registration came with, as long as nobody has shown that
 * they typed it [A93]; else null. It opens nothing.
 */
export async function findPendingPassword(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('registrations')
    .select('pending_hash')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.pending_hash ?? null;
}

/**
 * Suspends the password after a link was followed from elsewhere, and ends the sessions that it opened. From
 * then on only the browser that registered can make it count again.
 */
export async function holdPassword(
  trx: Database,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<void> {
  if (password_hash === null) return;
  const { numUpdatedRows } = await trx
    .updateTable('registrations')
    .set({ address_hash: '', pending_hash: password_hash })
    .where('user_id', '=', id)
    .executeTakeFirst();
  // An old registration has no note of where it came from.
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('registrations')
      .values({ user_id: id, browser_hash: '', address_hash: '', pending_hash: password_hash })
      .execute();
  await trx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
}

/** Gives the account a password that counts, and forgets where its registration came from. */
export async function settlePassword(trx: Database, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await trx.deleteFrom('registrations').where('user_id', '=', userId).execute();
}
