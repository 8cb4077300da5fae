import type { Database } from '#src/db/database.ts';
import { UniqueViolation } from '#src/db/errors/constraint-violations.ts';
import { takenError } from '#src/members/account/taken-error.server.ts';
import type { UserRow } from '#src/members/account/wire-user.server.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { findUsernameHolder } from '#src/members/username/username-holder.server.ts';

/**
 * Makes a waiting registration a member, and removes the others of its address, whose mails were not answered. A
 * username that was taken meanwhile is asked for again. `isProven`: the owner of the mailbox has answered; members only
 * get that noted.
 */
export async function activateUser(
  trx: Database,
  userId: string,
  { nowMs, isProven }: { nowMs: number; isProven: boolean },
): Promise<UserRow> {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
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
