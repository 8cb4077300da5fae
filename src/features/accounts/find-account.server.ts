import type { Database } from '#src/db/database.ts';
import type { UserRow } from './wire-user.server.ts';

/** What stands under an address: the member, and a registration that waits for its mail to be answered. Either, both or none. */
export interface AccountsOfEmail {
  member: UserRow | null;
  waiting: UserRow | null;
}

export async function findAccounts(db: Database, emailFolded: string): Promise<AccountsOfEmail> {
  const ofEmail = db.selectFrom('users').selectAll().where('email_folded', '=', emailFolded);
  const [member, waiting] = await Promise.all([
    ofEmail.where('activated_ms', 'is not', null).executeTakeFirst(),
    ofEmail.where('activated_ms', 'is', null).executeTakeFirst(),
  ]);
  return { member: member ?? null, waiting: waiting ?? null };
}
