import type { Updateable } from 'kysely';
import type { UsersTable } from '#src/db/schema/users-table.ts';
import { type Endpoint, nothing } from '#src/platform/wire/endpoint.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { foldUsername } from '#src/features/accounts/rules/account-rules.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { deletionSchema, profileChangeSchema } from '#src/features/accounts/rules/accounts.wire.ts';
import { deleteAccount } from './delete-account.server.ts';
import { memberMethod } from '#src/features/accounts/sessions/member-method.server.ts';
import { takenError } from '#src/features/accounts/account/taken-error.server.ts';
import { requireUsernameFree } from '#src/features/accounts/username/username-holder.server.ts';
import { wireUser } from '#src/features/accounts/account/wire-user.server.ts';

/** `profile`: the member's own, to read, to change and to delete with all that belongs to it. */
export function profileEndpoint(services: AccountServices): Endpoint {
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      run: async (_call, { user }) => dataReply(wireUser(user)),
    }),
    PUT: memberMethod(services, {
      query: nothing,
      body: profileChangeSchema,
      async run({ body }, { user }) {
        const { firstName, lastName, pseudo } = body;
        if (pseudo !== null) await requireUsernameFree(services, pseudo, user.id);
        return dataReply(
          await changeUser(services, user.id, {
            first_name: firstName,
            last_name: lastName,
            ...(pseudo !== null && { pseudo, pseudo_folded: foldUsername(pseudo) }),
          }),
        );
      },
    }),
    DELETE: memberMethod(services, {
      query: nothing,
      body: deletionSchema,
      async run(call, { user }) {
        await deleteAccount(services, call, user);
        return doneReply();
      },
    }),
  };
}

/** Changes a member's row and gives the user as replies have it. Throws `username_taken`. */
export async function changeUser(services: AccountServices, userId: string, change: Updateable<UsersTable>) {
  try {
    const changed = services.db.updateTable('users').set(change).where('id', '=', userId).returningAll();
    return wireUser(await changed.executeTakeFirstOrThrow());
  } catch (error) {
    throw takenError(error);
  }
}
