import type { Database } from '#src/db/database.ts';
import { earlierOf } from '#src/db/earlier-of.ts';
import { recountInCharts } from '#src/records/charts/chart-counts.ts';

/** Counts a song's plays anew, on each stream, over all and in the charts, after some have come or gone. */
export async function recountSong(trx: Database, songId: number): Promise<void> {
  const counted = await trx
    .selectFrom('plays')
    .select(({ fn }) => ['stream_id', fn.countAll<number>().as('plays'), fn.min('started_ms').as('first_ms')])
    .where('song_id', '=', songId)
    .groupBy('stream_id')
    .execute();
  const onStreams = counted.map(({ stream_id, plays, first_ms }) => ({
    stream_id,
    plays,
    firstMs: Number(first_ms),
  }));
  await trx
    .updateTable('songs')
    .set({
      play_count: onStreams.reduce((sum, { plays }) => sum + plays, 0),
      first_played_ms: onStreams.length === 0 ? null : Math.min(...onStreams.map(({ firstMs }) => firstMs)),
    })
    .where('id', '=', songId)
    .execute();
  await trx
    .updateTable('stream_songs')
    .set({ play_count: 0, first_played_ms: null })
    .where('song_id', '=', songId)
    .execute();
  for (const { stream_id, plays, firstMs } of onStreams)
    await trx
      .insertInto('stream_songs')
      .values({ stream_id, song_id: songId, added_ms: firstMs, first_played_ms: firstMs, play_count: plays })
      .onConflict((conflict) =>
        conflict.columns(['stream_id', 'song_id']).doUpdateSet((eb) => ({
          play_count: plays,
          first_played_ms: firstMs,
          added_ms: earlierOf(eb.ref('stream_songs.added_ms'), firstMs),
        })),
      )
      .execute();
  await recountInCharts(trx, songId);
}
