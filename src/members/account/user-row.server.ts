import type { Selectable, Updateable } from 'kysely';
import type { Database } from '#src/db/database.ts';
import { UniqueViolation } from '#src/db/errors/database-errors.ts';
import type { UsersTable } from '#src/db/schema/members-tables.ts';
import { seenName } from '#src/members/rules/account-rules.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

export type UserRow = Selectable<UsersTable>;

/** The user as replies have it: without the password, and without the columns for look-ups. */
export function wireUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    first_name: seenName(row.first_name),
    last_name: seenName(row.last_name),
    pseudo: row.pseudo,
    profile_picture: row.profile_picture,
    created_at: new Date(row.created_ms).toISOString(),
    email_verified: row.email_verified_ms !== null,
  };
}

/**
 * Translates a violated constraint into the error for a username or address that is taken; returns others as
 * they are.
 */
export function takenError(error: unknown): unknown {
  if (!(error instanceof UniqueViolation) || error.table !== 'users') return error;
  if (error.columns.includes('pseudo_folded'))
    return new WireError('username_taken', { fields: { pseudo: 'username_taken' }, cause: error });
  if (error.columns.includes('email_folded'))
    return new WireError('email_taken', { fields: { email: 'email_taken' }, cause: error });
  return error;
}

/**
 * Changes a member's row and gives the user as replies have it.
 * @throws {WireError} `username_taken`, and `authentication_required` when the account went meanwhile
 */
export async function changeUser(
  db: Database,
  userId: string,
  change: Updateable<UsersTable>,
): Promise<User> {
  const changed = db.updateTable('users').set(change).where('id', '=', userId).returningAll();
  const row = await changed.executeTakeFirst().catch((error: unknown) => {
    throw takenError(error);
  });
  if (row === undefined) throw new WireError('authentication_required');
  return wireUser(row);
}

/**
 * The accounts of an e-mail address: the member, and the registrations that wait for their mail, newest
 * first.
 */
interface AccountsOfEmail {
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
