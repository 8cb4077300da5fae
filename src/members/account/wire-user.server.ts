import type { Selectable } from 'kysely';
import type { UsersTable } from '#src/db/schema/members-tables.ts';
import { seenName } from '#src/members/rules/account-rules.ts';
import type { User } from '#src/page/session/user.wire.ts';

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
