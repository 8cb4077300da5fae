import type { Services } from '#src/features/services.server.ts';
import { changeUser } from '#src/members/account/user-row.server.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { purgingMember } from '#src/members/purge-member.server.ts';
import { memberMethod } from '#src/members/session/session.server.ts';
import { userSchema } from '#src/page/session/user.wire.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';

/** `profile-picture`: DELETE removes the caller's own for good [W95]. */
export function profilePictureEndpoint(
  services: Pick<Services, 'db' | 'clock' | 'memberData' | 'purgePages'>,
) {
  return {
    DELETE: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: userSchema,
      async run(_call, { user }) {
        const remove = () =>
          services.db.transaction().execute(async (trx) => {
            // The row stays, so that the next sign-in does not bring the picture back.
            await trx
              .updateTable('member_pictures')
              .set({ picture: null })
              .where('user_id', '=', user.id)
              .execute();
            return changeUser(trx, user.id, { profile_picture: '' });
          });
        return dataReply(await purgingMember(services, user, remove));
      },
    }),
  };
}

/** The picture in the export. With the account its row goes by a foreign key. */
export const pictureData: MemberData = {
  name: 'profile_picture',
  async exportOf(db, userId) {
    const row = await db
      .selectFrom('member_pictures')
      .select(['picture', 'fetched_ms'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { picture, fetched_ms } = row;
    return {
      fetched_at: new Date(fetched_ms).toISOString(),
      picture: picture && `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`,
    };
  },
};
