import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { COVER_WIDTHS, MEDIA_KEPT_SECONDS } from '#src/contract/limits.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { decodeFlag } from '#src/db/schema/music-tables.ts';
import { type DataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { findMediaOfSong, findSongBySlug } from '#src/records/songs/find-song.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { coverAddress, slugOfMediaFile } from '#src/station/media-addresses.ts';
import { waveCover } from '#src/ui/wave-cover/wave-cover.ts';
import { movedAnswer, plainAnswer } from '#src/web/answers/plain-answer.ts';
import { type DrawnImage, type DrawnImages, drawSvg, lineOf, sendDrawn } from './drawn-images.ts';

/** Sent where `?w=` does not ask for a width. */
const WIDEST = 640;
/** A new picture shows after a day at the latest; until then browsers do not ask. */
const CACHE_CONTROL = `public, max-age=${MEDIA_KEPT_SECONDS}, stale-while-revalidate=604800`;
const JPEG = { quality: 82, mozjpeg: true };
/** Flat colours side by side: halved colour frays their edges. */
const FLAT_JPEG = { ...JPEG, chromaSubsampling: '4:4:4' };

export interface CoverServices {
  readonly db: Database;
  readonly folder: DataFolder;
  readonly images: DrawnImages;
  /** The real address of whoever asks. */
  readonly caller: string;
  station(): StationConfig;
}

/** `/covers/{slug}.jpg`: the track's own picture, else the generated one. `name` is without its ending. */
export async function coverAnswer(
  request: Request,
  name: string,
  services: CoverServices,
): Promise<Response> {
  const width = widthOf(request);
  if (width === null) return plainAnswer(400, `w must be one of ${COVER_WIDTHS.join(', ')}.`);
  const slug = slugOfMediaFile(name);
  const song = await findSongBySlug(services.db, slug);
  if (song === null) return plainAnswer(404, 'Not found');
  if (song.slug !== slug) return movedAnswer(request, coverAddress(song.slug, ''));
  const cover =
    (await ownCover(song.id, width, services)) ??
    (await generatedCover(song, width, await firstColour(song.id, services), services));
  const answer = await sendDrawn(request, cover, { contentType: 'image/jpeg', cacheControl: CACHE_CONTROL });
  answer?.headers.set('access-control-allow-origin', '*');
  return answer ?? plainAnswer(404, 'Not found');
}

/**
 * A song's widest cover, its own or the generated one, and the colour of the stream that it came to first.
 */
export async function coverOfSong(
  song: { id: number; folded: string },
  services: CoverServices,
): Promise<{ cover: DrawnImage; colour: string }> {
  const colour = await firstColour(song.id, services);
  const own = await ownCover(song.id, WIDEST, services);
  return { cover: own ?? (await generatedCover(song, WIDEST, colour, services)), colour };
}

function widthOf(request: Request): number | null {
  const asked = new URL(request.url).searchParams.get('w');
  if (asked === null) return WIDEST;
  return COVER_WIDTHS.find((width) => String(width) === asked) ?? null;
}

async function ownCover(
  songId: number,
  width: number,
  { db, folder, images, caller }: CoverServices,
): Promise<DrawnImage | null> {
  const media = await findMediaOfSong(db, songId);
  const pictured = media.find(
    ({ id, has_cover }) => decodeFlag(has_cover) && existsSync(mediaFiles(folder, id).cover),
  );
  if (pictured === undefined) return null;
  const { cover } = mediaFiles(folder, pictured.id);
  const { mtimeMs } = await stat(cover);
  return images.find(
    ['cover', pictured.id, String(mtimeMs), String(width)],
    'jpg',
    (sharp) =>
      sharp(cover).rotate().resize(width, width, { fit: 'cover', withoutEnlargement: true }).jpeg(JPEG),
    lineOf(caller),
  );
}

/**
 * Kept under a name made from the drawing itself, so that one that is drawn otherwise from now on is drawn
 * anew.
 */
async function generatedCover(
  song: { folded: string },
  width: number,
  colour: string,
  { images, caller }: CoverServices,
): Promise<DrawnImage> {
  const svg = waveCover(song.folded, colour);
  return images.find(
    [svg, String(width), JSON.stringify(FLAT_JPEG)],
    'jpg',
    (sharp) => drawSvg(sharp, svg, 200, width).jpeg(FLAT_JPEG),
    lineOf(caller),
  );
}

async function firstColour(
  songId: number,
  { db, station }: { db: Database; station(): StationConfig },
): Promise<string> {
  const first = await db
    .selectFrom('stream_songs')
    .select('stream_id')
    .where('song_id', '=', songId)
    .orderBy('added_ms')
    .orderBy('stream_id')
    .limit(1)
    .executeTakeFirst();
  const streamId = first?.stream_id ?? DEFAULT_STREAM;
  return station().streams.find(({ id }) => id === streamId)?.colour ?? '';
}
