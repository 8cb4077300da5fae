import type { Database } from '#src/db/database.ts';
import type { UserRow } from '#src/members/account/user-row.server.ts';

/**
 * The password that a member's registration came with, while nobody has shown to have typed it [A93]; null when there is
 * none. It opens nothing.
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
 * A link was followed from elsewhere: the password of before counts no longer, and sessions that it opened end. From now
 * on only the browser that registered makes it count again.
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
  // Of a registration from before anything was noted about it, nobody is known to have come from.
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('registrations')
      .values({ user_id: id, browser_hash: '', address_hash: '', pending_hash: password_hash })
      .execute();
  await trx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
}

/** The account has a password that counts: where its registration came from is forgotten. */
export async function settlePassword(trx: Database, userId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
  await trx.deleteFrom('registrations').where('user_id', '=', userId).execute();
}
