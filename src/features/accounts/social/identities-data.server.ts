import type { MemberData } from '#src/members/member-data.server.ts';

/** For the export; with the account its rows go by their keys. */
export const identitiesData: MemberData = {
  name: 'provider_identities',
  async exportOf(db, userId) {
    const rows = await db
      .selectFrom('provider_identities')
      .select(['provider', 'subject', 'linked_ms'])
      .where('user_id', '=', userId)
      .orderBy('linked_ms')
      .orderBy('provider')
      .execute();
    return rows.map(({ linked_ms, ...row }) => ({ ...row, linked_at: new Date(linked_ms).toISOString() }));
  },
};
