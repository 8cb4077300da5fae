import { readFileSync } from 'node:fs';
import { SHARE_IMAGE } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { findSongOfFile } from '#src/records/songs/song-media.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { waveSea } from '#src/ui/wave-cover/wave-cover.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { sendFile } from '#src/web/answers/send-file.ts';
import { coverOfSong } from './cover-answer.ts';
import type { DrawnImages } from './drawn-images.ts';
import { PAPER, stationMark } from './station-mark.ts';

const CACHE_CONTROL = 'public, max-age=86400, stale-while-revalidate=604800';
/** Part of the cached name: raised when what surrounds sea and tile changes. */
const EDITION = 'share-2';
const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE;
const TILE = 440;
const LEFT = (WIDTH - TILE) / 2;
const TOP = (HEIGHT - TILE) / 2;
/** As round as the station's mark. */
const RADIUS = 100;
const BORDER = 12;

interface ShareServices {
  db: Database;
  folder: DataFolder;
  images: DrawnImages;
  station(): StationConfig;
}

/** `/og/stream/{id}.png` and `/og/track/{slug}.png`: what stands beside a shared link, 1200x630 [R12, W72]. */
export async function shareImageAnswer(
  request: Request,
  kind: string,
  name: string,
  services: ShareServices,
): Promise<Response> {
  const path =
    kind === 'stream'
      ? await streamImage(name, services)
      : kind === 'track'
        ? await trackImage(name, services)
        : null;
  if (path === null) return plainAnswer(404, 'Not found');
  const answer = await sendFile(request, path, { contentType: 'image/png', cacheControl: CACHE_CONTROL });
  return answer ?? plainAnswer(404, 'Not found');
}

/** The station's mark on the stream's sea. */
async function streamImage(id: string, { images, station }: ShareServices): Promise<string | null> {
  const stream = station().streams.find((one) => one.id === id);
  if (stream === undefined) return null;
  const { colour } = stream;
  const sea = waveSea(id, colour);
  return draw(images, [EDITION, sea, colour], () =>
    picture(sea, sized(stationMark(colour, { bleed: false }), TILE, TILE, LEFT, TOP)),
  );
}

/** The track's cover on the sea of the stream that it came to first. */
async function trackImage(slug: string, services: ShareServices): Promise<string | null> {
  const song = await findSongOfFile(services.db, slug);
  if (song === null) return null;
  const { path, colour } = await coverOfSong(song, services);
  const sea = waveSea(song.folded, colour);
  return draw(services.images, [EDITION, path, sea], () => {
    const data = readFileSync(path).toString('base64');
    return picture(
      sea,
      `<clipPath id="tile"><rect x="${LEFT}" y="${TOP}" width="${TILE}" height="${TILE}" rx="${RADIUS}"/></clipPath>` +
        `<image clip-path="url(#tile)" x="${LEFT}" y="${TOP}" width="${TILE}" height="${TILE}" href="data:image/jpeg;base64,${data}"/>`,
    );
  });
}

function draw(images: DrawnImages, drawnFrom: readonly string[], svg: () => string): Promise<string> {
  return images.path(drawnFrom, 'png', (sharp) => sharp(Buffer.from(svg())).png({ palette: true }));
}

function picture(sea: string, tile: string): string {
  const edge = `<rect x="${LEFT - BORDER}" y="${TOP - BORDER}" width="${TILE + 2 * BORDER}" height="${TILE + 2 * BORDER}" rx="${RADIUS + BORDER}" fill="${PAPER}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${sized(sea, WIDTH, HEIGHT, 0, 0)}${edge}${tile}</svg>`;
}

/** An SVG document as a part of another one. */
function sized(svg: string, width: number, height: number, left: number, top: number): string {
  return svg.replace('<svg ', `<svg x="${left}" y="${top}" width="${width}" height="${height}" `);
}
