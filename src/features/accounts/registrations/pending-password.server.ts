import type { Database } from '#src/db/database.ts';
import type { UserRow } from '#src/members/account/user-row.server.ts';

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
