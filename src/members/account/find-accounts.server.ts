import type { Database } from '#src/db/database.ts';
import type { UserRow } from './wire-user.server.ts';

/** The accounts of an e-mail address: the member, and the registrations that wait for their mail, newest first. */
export interface AccountsOfEmail {
  member: UserRow | null;
  waiting: readonly UserRow[];
}

export async function findAccounts(db: Database, emailFolded: string): Promise<AccountsOfEmail> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('email_folded', '=', emailFolded)
    .orderBy('created_ms', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    member: rows.find(({ activated_ms }) => activated_ms !== null) ?? null,
    waiting: rows.filter(({ activated_ms }) => activated_ms === null),
  };
}
