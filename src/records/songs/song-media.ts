import type { Database } from '#src/db/database.ts';
import { findVideo, type Video, type Videos } from '#src/station/videos/videos.ts';
import type { Song } from './find-song.ts';
import { formerTitles } from './song-names.ts';

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

/** The video of a song, whose file may still bear a title that the song had; null for none. */
export async function findVideoOfSong(
  db: Database,
  song: Pick<Song, 'id' | 'full_title'>,
  videos: Videos,
): Promise<Video | null> {
  if (videos.size === 0) return null;
  const present = findVideo(videos, song.full_title);
  if (present !== null) return present;
  const former = await formerTitles(db, song.id);
  return former.map((title) => findVideo(videos, title)).find((video) => video !== null) ?? null;
}
