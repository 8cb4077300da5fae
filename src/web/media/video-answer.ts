import type { Database } from '#src/db/database.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { findSongOfFile } from '#src/records/songs/song-media.ts';
import { findVideo, type Videos } from '#src/station/videos/videos.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { sendStationFile } from '#src/web/answers/send-file.ts';

const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';

/** `/videos/{slug}.mp4`: the video of a track, with ranges. `name` is without its ending. */
export async function videoAnswer(
  request: Request,
  name: string,
  { db, content, settings }: { db: Database; content: { readonly videos: Videos }; settings: Settings },
): Promise<Response> {
  const song = await findSongOfFile(db, name);
  const video = song === null ? null : findVideo(content.videos, song.full_title);
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
