import { readFile, stat, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { COVER_BYTES_MAX, COVER_PIXELS_MAX } from '#src/contract/limits.ts';
import { readPicture } from '#src/import/naming/read-tags.ts';
import type { CoverOutcome } from '#src/import/worker/worker-messages.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';

/**
 * Renders the cover of `source` to `cover`: the picture inside the source, else the one at `picture`. A bad
 * picture does not cost the music.
 * @throws the file system's errors
 */
export async function saveCover(paths: {
  source: string;
  picture: string | null;
  cover: string;
}): Promise<CoverOutcome> {
  const { source, picture, cover } = paths;
  const faults: string[] = [];
  for (const from of ['source', 'picture'] as const) {
    const bytes = from === 'source' ? () => readPicture(source) : () => readSmall(picture);
    const fault = await renderInto(cover, bytes);
    if (fault === null) return { from, fault: faults[0] ?? null };
    if (fault !== '') faults.push(fault);
  }
  return { from: null, fault: faults[0] ?? null };
}

/** Renders a picture; returns its fault, '' without a picture, null when it is rendered. */
async function renderInto(cover: string, read: () => Promise<Uint8Array | null>): Promise<string | null> {
  try {
    const bytes = await read();
    if (bytes === null) return '';
    await writeFile(cover, await renderCover(bytes), { flush: true });
    return null;
  } catch (error) {
    if (error instanceof CoverFault) return error.message;
    throw error;
  }
}

async function readSmall(path: string | null): Promise<Buffer | null> {
  if (path === null) return null;
  try {
    if ((await stat(path)).size > COVER_BYTES_MAX) throw CoverFault.tooLarge();
    return await readFile(path);
  } catch (error) {
    // A disk that is away for the moment is tried again; a picture that nobody may read costs itself alone.
    if (error instanceof CoverFault || failureKind(error) !== 'file') throw error;
    throw hasErrorCode(error, 'ENOENT') ? CoverFault.gone() : CoverFault.forbidden();
  }
}

/** Side of the largest cover that a page shows, in pixels. */
const SIDE_MAX = 640;
const JPEG_QUALITY = 82;
/**
 * First bytes of JPEG, PNG, GIF and WebP. A file that begins otherwise is not opened: an SVG is a program.
 */
const BEGINNINGS = ['\xff\xd8\xff', '\x89PNG\r\n', 'GIF87a', 'GIF89a', 'RIFF'];
const BEGINNING_BYTES = 12;

sharp.cache(false);
sharp.concurrency(1);

/** A file that cannot be a cover; `message` completes the sentence "The cover …". */
class CoverFault extends Error {
  override readonly name = 'CoverFault';

  static tooLarge(): CoverFault {
    return new CoverFault(`is larger than ${COVER_BYTES_MAX / 1e6} MB`);
  }

  static gone(): CoverFault {
    return new CoverFault('is gone');
  }

  static forbidden(): CoverFault {
    return new CoverFault(
      'cannot be read: give the user that runs Onde the right to, and change its date (touch)',
    );
  }
}

/**
 * Renders a picture as a square JPEG, cut to its middle, at most 640 pixels wide.
 * @throws {CoverFault} when it is not a picture, or one beyond the limits
 */
async function renderCover(picture: Uint8Array): Promise<Buffer> {
  if (picture.length > COVER_BYTES_MAX) throw CoverFault.tooLarge();
  const side = await sideOf(picture);
  try {
    return await opened(picture, COVER_PIXELS_MAX)
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
      .toBuffer();
  } catch (error) {
    throw new CoverFault('is a damaged picture', { cause: error });
  }
}

/** Returns the side of the cover, from the picture's head alone. */
async function sideOf(picture: Uint8Array): Promise<number> {
  const beginning = Buffer.from(picture.subarray(0, BEGINNING_BYTES)).toString('latin1');
  const isKnown = BEGINNINGS.some((one) => beginning.startsWith(one));
  if (!isKnown || (beginning.startsWith('RIFF') && !beginning.endsWith('WEBP')))
    throw new CoverFault('is no JPEG, PNG, WebP or GIF');
  const { width, height, autoOrient } = await opened(picture, false)
    .metadata()
    .catch((error: unknown) => {
      throw new CoverFault('is a damaged picture', { cause: error });
    });
  if (width * height > COVER_PIXELS_MAX) {
    const megapixels = Math.ceil((width * height) / 1e6);
    throw new CoverFault(`has ${megapixels} megapixels, more than ${COVER_PIXELS_MAX / 1e6}`);
  }
  return Math.min(SIDE_MAX, autoOrient.width, autoOrient.height);
}

function opened(picture: Uint8Array, limitInputPixels: number | false): Sharp {
  return sharp(picture, { failOn: 'error', limitInputPixels }).autoOrient();
}
