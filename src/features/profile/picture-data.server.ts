import type { MemberData } from '#src/members/member-data.server.ts';

/** For the export; with the account its row goes by its key. */
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
