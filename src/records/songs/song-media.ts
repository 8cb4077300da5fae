import type { Database } from '#src/db/database.ts';

/** The song's rendered audio, what is in rotation first, then the newest. */
export function findMediaOfSong(db: Database, songId: number) {
  return db
    .selectFrom('media')
    .select(({ selectFrom, fn }) => [
      'media.id',
      'media.has_cover',
      selectFrom('placements')
        .select(fn.countAll<number>().as('count'))
        .whereRef('placements.media_id', '=', 'media.id')
        .as('placed'),
    ])
    .where('song_id', '=', songId)
    .orderBy('placed', 'desc')
    .orderBy('media.added_ms', 'desc')
    .execute();
}
