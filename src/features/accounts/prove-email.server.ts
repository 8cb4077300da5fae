import type { Database } from '#src/db/database.ts';
import type { UserRow } from './wire-user.server.ts';

/** The owner of an account's mailbox has answered: a registration that waited is a member now. */
export function proveEmail(trx: Database, userId: string, nowMs: number): Promise<UserRow> {
  return trx
    .updateTable('users')
    .set(({ fn, ref, val }) => ({
      activated_ms: fn.coalesce(ref('activated_ms'), val(nowMs)),
      email_verified_ms: fn.coalesce(ref('email_verified_ms'), val(nowMs)),
    }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
