import type { Updateable } from 'kysely';
import type { Database } from '#src/db/database.ts';
import type { UsersTable } from '#src/db/schema/members-tables.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { takenError } from './taken-error.server.ts';
import { wireUser } from './wire-user.server.ts';

/**
 * Changes a member's row and gives the user as replies have it.
 * @throws {WireError} `username_taken`
 */
export async function changeUser(
  db: Database,
  userId: string,
  change: Updateable<UsersTable>,
): Promise<User> {
  try {
    const changed = db.updateTable('users').set(change).where('id', '=', userId).returningAll();
    return wireUser(await changed.executeTakeFirstOrThrow());
  } catch (error) {
    throw takenError(error);
  }
}
