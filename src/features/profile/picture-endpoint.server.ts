import type { Services } from '#src/features/services.server.ts';
import { changeUser } from '#src/members/account/change-user.server.ts';
import { memberMethod } from '#src/members/session/member-method.server.ts';
import { userSchema } from '#src/page/session/user.wire.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';

/** `profile-picture`: DELETE removes the caller's own for good [W95]. */
export function profilePictureEndpoint(services: Pick<Services, 'db' | 'clock'>) {
  return {
    DELETE: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: userSchema,
      async run(_call, { user }) {
        const changed = services.db.transaction().execute(async (trx) => {
          // The row stays: a picture that was removed does not come back with the next sign-in.
          await trx
            .updateTable('member_pictures')
            .set({ picture: null })
            .where('user_id', '=', user.id)
            .execute();
          return changeUser(trx, user.id, { profile_picture: '' });
        });
        return dataReply(await changed);
      },
    }),
  };
}
