import type { Services } from '#src/features/services.server.ts';
import { changeUser } from '#src/members/account/change-user.server.ts';
import { wireUser } from '#src/members/account/wire-user.server.ts';
import { PASSWORD_LIMITS } from '#src/members/password/password-attempt.server.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { memberMethod } from '#src/members/session/member-method.server.ts';
import { requireUsernameFree } from '#src/members/username/username-holder.server.ts';
import { userSchema } from '#src/page/session/user.wire.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { type DeletionServices, deleteAccount } from './delete-account.server.ts';
import { deletionSchema, profileChangeSchema } from './profile.wire.ts';

/** `profile`: the member's own, to read, to change and to delete with all that belongs to it. */
export function profileEndpoint(services: DeletionServices & Pick<Services, 'station'>) {
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: userSchema,
      run: async (_call, { user }) => dataReply(wireUser(user)),
    }),
    PUT: memberMethod(services, {
      query: nothing,
      body: profileChangeSchema,
      reply: userSchema,
      async run({ body }, { user }) {
        const { firstName, lastName, pseudo } = body;
        if (pseudo !== null) await requireUsernameFree(services, pseudo, user.id);
        return dataReply(
          await changeUser(services.db, user.id, {
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
      reply: nothing,
      ownLimits: PASSWORD_LIMITS,
      async run(call, { user }) {
        await deleteAccount(services, call, user);
        return doneReply();
      },
    }),
  };
}
