import type { MemberData } from '#src/members/member-data.server.ts';
import { countLikes } from '#src/records/charts/chart-counts.ts';

/** For the export; what goes with an account is taken back from the charts that run. */
export const votesData: MemberData = {
  name: 'votes',
  async exportOf(db, userId) {
    const rows = await db
      .selectFrom('votes')
      .innerJoin('songs', 'songs.id', 'votes.song_id')
      .select(['songs.full_title', 'votes.vote', 'votes.week', 'votes.voted_ms'])
      .where('votes.user_id', '=', userId)
      .orderBy('votes.voted_ms')
      .orderBy('votes.song_id')
      .execute();
    return rows.map(({ full_title, vote, week, voted_ms }) => ({
      full_title,
      vote,
      week,
      voted_at: new Date(voted_ms).toISOString(),
    }));
  },
  async removeOf(trx, userId) {
    const gone = await trx
      .deleteFrom('votes')
      .where('user_id', '=', userId)
      .returning(['song_id', 'vote', 'voted_ms'])
      .execute();
    const likes = gone
      .filter(({ vote }) => vote === 'like')
      .map(({ song_id, voted_ms }) => ({ songId: song_id, likedMs: voted_ms }));
    await countLikes(trx, likes, -1);
  },
};
