import type { Database } from '#src/db/database.ts';

/** Likes given from one instant up to another (exclusive), by song. */
export async function likesBetween(
  db: Database,
  fromMs: number,
  untilMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('votes')
    .select(({ fn }) => ['song_id', fn.countAll<number>().as('likes')])
    .where('voted_ms', '>=', fromMs)
    .where('voted_ms', '<', untilMs)
    .where('vote', '=', 'like')
    .groupBy('song_id')
    .execute();
  return new Map(rows.map(({ song_id, likes }) => [song_id, likes]));
}
