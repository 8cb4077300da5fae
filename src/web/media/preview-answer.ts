import type { Database } from '#src/db/database.ts';
import { type DataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { findMediaOfSong, findSongOfFile } from '#src/records/songs/song-media.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { sendFile } from '#src/web/answers/send-file.ts';

const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

/** `/previews/{slug}.mp3`: 51 seconds of the track, with ranges. `name` is without its ending. */
export async function previewAnswer(
  request: Request,
  name: string,
  { db, folder }: { db: Database; folder: DataFolder },
): Promise<Response> {
  const song = await findSongOfFile(db, name);
  for (const { id } of song === null ? [] : await findMediaOfSong(db, song.id)) {
    const { preview } = mediaFiles(folder, id);
    const answer = await sendFile(request, preview, {
      contentType: 'audio/mpeg',
      cacheControl: CACHE_CONTROL,
    });
    answer?.headers.set('access-control-allow-origin', '*');
    if (answer !== null) return answer;
  }
  return plainAnswer(404, 'Not found');
}
