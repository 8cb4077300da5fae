import type { Insertable } from 'kysely';
import type { Database } from '#src/db/database.ts';
import type { UsersTable } from '#src/db/schema/members-tables.ts';

/**
 * Most registrations that wait under one address: the oldest is removed for the next. A mailbox gets five mails an
 * hour, and a registration without a mail does not wait at all, so the oldest of these had hours to be answered.
 */
export const WAITING_MAX = 20;

/** Adds a registration beside those that wait under its address. */
export async function insertWaiting(trx: Database, row: Insertable<UsersTable>): Promise<void> {
  await trx.insertInto('users').values(row).execute();
  const waiting = await trx
    .selectFrom('users')
    .select('id')
    .where('email_folded', '=', row.email_folded)
    .where('activated_ms', 'is', null)
    .where('id', '!=', row.id)
    .orderBy('created_ms', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const surplus = waiting.slice(WAITING_MAX - 1).map(({ id }) => id);
  if (surplus.length > 0) await trx.deleteFrom('users').where('id', 'in', surplus).execute();
}

/** Removes all registrations that wait under an address. */
export async function removeWaiting(trx: Database, emailFolded: string): Promise<void> {
  await trx
    .deleteFrom('users')
    .where('email_folded', '=', emailFolded)
    .where('activated_ms', 'is', null)
    .execute();
}
