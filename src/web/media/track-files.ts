import { MEDIA_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { type DataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { findMediaOfSong, findSongBySlug, findVideoOfSong } from '#src/records/songs/find-song.ts';
import { previewAddress, slugOfMediaFile, videoAddress } from '#src/station/media-addresses.ts';
import type { Videos } from '#src/station/videos/videos.ts';
import { movedAnswer, plainAnswer } from '#src/web/answers/plain-answer.ts';
import { sendFile, sendStationFile } from '#src/web/answers/send-file.ts';

const CACHE_CONTROL = `public, max-age=${MEDIA_KEPT_SECONDS}, stale-while-revalidate=604800`;

/** `/previews/{slug}.mp3`: 51 seconds of the track, with ranges. `name` is without its ending. */
export async function previewAnswer(
  request: Request,
  name: string,
  { db, folder }: { db: Database; folder: DataFolder },
): Promise<Response> {
  const slug = slugOfMediaFile(name);
  const song = await findSongBySlug(db, slug);
  if (song === null) return plainAnswer(404, 'Not found');
  if (song.slug !== slug) return movedAnswer(request, previewAddress(song.slug, ''));
  for (const { id } of await findMediaOfSong(db, song.id)) {
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

/** `/videos/{slug}.mp4`: the video of a track, with ranges. `name` is without its ending. */
export async function videoAnswer(
  request: Request,
  name: string,
  { db, content, settings }: { db: Database; content: { readonly videos: Videos }; settings: Settings },
): Promise<Response> {
  const slug = slugOfMediaFile(name);
  const song = await findSongBySlug(db, slug);
  if (song !== null && song.slug !== slug) return movedAnswer(request, videoAddress(song.slug, ''));
  const video = song && (await findVideoOfSong(db, song, content.videos));
  const answer =
    video &&
    (await sendStationFile(request, video.path, {
      contentType: 'video/mp4',
      cacheControl: CACHE_CONTROL,
      stationDir: settings.stationDir,
    }));
  answer?.headers.set('access-control-allow-origin', '*');
  return answer ?? plainAnswer(404, 'Not found');
}
