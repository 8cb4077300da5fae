import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './accepted-encoding.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** What is compressed once and sent many times within seconds. */
export const QUICK = { brotli: 5, gzip: 6 } as const;
/** What is compressed once and for all. */
export const THOROUGH = { brotli: 11, gzip: 9 } as const;

/** Compresses in the thread pool. */
export async function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  quality: { brotli: number; gzip: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const compressed =
    encoding === 'br'
      ? await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: quality.brotli,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          },
        })
      : await zip(bytes, { level: quality.gzip });
  return new Uint8Array(compressed);
}
