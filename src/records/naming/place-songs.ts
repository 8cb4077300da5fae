import type { Database } from '#src/db/database.ts';
import { earlierOf } from '#src/db/engine.ts';

/**
 * Notes the songs on each stream that one of their recordings is placed in. A song that left a stream's folder before
 * its first play there never came to that stream.
 */
export async function placeSongs(trx: Database, songIds: readonly number[]): Promise<void> {
  if (songIds.length === 0) return;
  const placed = await trx
    .selectFrom('placements')
    .innerJoin('media', 'media.id', 'placements.media_id')
    .select(({ fn }) => ['placements.stream_id', 'media.song_id', fn.min('media.added_ms').as('added_ms')])
    .where('media.song_id', 'in', songIds)
    .groupBy(['placements.stream_id', 'media.song_id'])
    .execute();
  const rows = placed.flatMap(({ stream_id, song_id, added_ms }) =>
    stream_id === null || song_id === null
      ? []
      : [{ stream_id, song_id, added_ms: Number(added_ms), first_played_ms: null }],
  );
  if (rows.length > 0)
    await trx
      .insertInto('stream_songs')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['stream_id', 'song_id']).doUpdateSet((eb) => ({
          added_ms: earlierOf(eb.ref('stream_songs.added_ms'), eb.ref('excluded.added_ms')),
        })),
      )
      .execute();
  await trx
    .deleteFrom('stream_songs')
    .where('song_id', 'in', songIds)
    .where('play_count', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('placements')
            .innerJoin('media', 'media.id', 'placements.media_id')
            .select('placements.path')
            .whereRef('media.song_id', '=', 'stream_songs.song_id')
            .whereRef('placements.stream_id', '=', 'stream_songs.stream_id'),
        ),
      ),
    )
    .execute();
}
