import type { MemberData } from '#src/members/member-data.server.ts';

/** For the export; with the account its rows go by their keys. */
export const diaryData: MemberData = {
  name: 'diary',
  async exportOf(db, userId) {
    const diary = await db
      .selectFrom('diaries')
      .select('since_ms')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const rows = await db
      .selectFrom('diary_entries')
      .innerJoin('songs', 'songs.id', 'diary_entries.song_id')
      .select(['songs.full_title', 'diary_entries.stream_id', 'diary_entries.started_ms'])
      .where('diary_entries.user_id', '=', userId)
      .orderBy('diary_entries.started_ms')
      .orderBy('diary_entries.stream_id')
      .execute();
    return {
      on_since: diary === undefined ? null : isoTime(diary.since_ms),
      heard: rows.map(({ started_ms, ...row }) => ({ ...row, started_at: isoTime(started_ms) })),
    };
  },
};

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
