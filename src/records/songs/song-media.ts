import type { Selectable } from 'kysely';
import type { Database } from '#src/db/database.ts';
import type { SongsTable } from '#src/db/schema/music-tables.ts';
import { slugOfMediaFile } from '#src/station/media-addresses.ts';

const COLUMNS = ['id', 'full_title', 'folded', 'artist', 'title'] as const;

/** The song behind `/covers/{name}.jpg` and its like; null when the radio knows none. */
export async function findSongOfFile(
  db: Database,
  name: string,
): Promise<Pick<Selectable<SongsTable>, (typeof COLUMNS)[number]> | null> {
  const song = await db
    .selectFrom('songs')
    .select(COLUMNS)
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
