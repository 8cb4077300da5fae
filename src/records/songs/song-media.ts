import type { Database } from '#src/db/database.ts';
import { slugOfMediaFile } from '#src/station/media-addresses.ts';

/** The song behind `/covers/{name}.jpg` and its like; null when the radio knows none. */
export async function findSongOfFile(
  db: Database,
  name: string,
): Promise<{ id: number; full_title: string; folded: string } | null> {
  const song = await db
    .selectFrom('songs')
    .select(['id', 'full_title', 'folded'])
    .where('slug', '=', slugOfMediaFile(name))
    .executeTakeFirst();
  return song ?? null;
}

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
