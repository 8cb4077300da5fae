import { extname } from 'node:path';
import { COVER_BYTES_MAX } from '#src/contract/limits.ts';
import { speltPath } from './spelt-path.ts';
import type { StationFolder } from './station-folder.ts';

/** First bytes of pictures of each ending: PNG §5.2, JPEG (ITU-T T.81 Annex B), WebP's RIFF header. */
const BEGINNINGS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  '.png': (head) => head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  '.jpg': isJpeg,
  '.jpeg': isJpeg,
  '.webp': (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
};
const HEAD_BYTES = 12;

function isJpeg(head: Buffer): boolean {
  return head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
}

/** Returns why a file (a path from STATION_DIR) cannot be shown as a picture; null when it can. */
export async function pictureFault(station: StationFolder, file: string): Promise<string | null> {
  const ending = extname(file).toLowerCase();
  const begins = Object.hasOwn(BEGINNINGS, ending) ? BEGINNINGS[ending] : undefined;
  if (begins === undefined) return 'expected a picture that ends in .jpg, .png or .webp';
  const look = await station.look(await speltPath(station.root, file), HEAD_BYTES);
  if ('fault' in look) return `the picture ${look.fault}`;
  if (look.sizeBytes > COVER_BYTES_MAX)
    return `expected a picture of at most ${COVER_BYTES_MAX / 1e6} MB: save ${file} in a smaller size`;
  return begins(look.head) ? null : `expected a picture; ${file} is not what its ending says`;
}
