import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { compress } from './compress.ts';
import type { Chunks } from './web-streams.ts';

/** As the encryption gives them. */
const PIECE_BYTES = 64 * 1024;

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function through(
  bytes: Uint8Array,
  size: number,
  stream: ReturnType<typeof compress>,
): Promise<Buffer> {
  const all: Uint8Array[] = [];
  await pipeline(inPieces(bytes, size), stream, async (chunks: Chunks) => {
    for await (const chunk of chunks) all.push(chunk);
  });
  return Buffer.concat(all);
}

test('[W174] what is compressed is opened wherever its end falls among the pieces that are read', async () => {
  const content = randomBytes(PIECE_BYTES);
  for (let bytes = PIECE_BYTES - 32; bytes <= PIECE_BYTES; bytes += 1) {
    const part = content.subarray(0, bytes);
    const compressed = await through(part, 4096, compress());
    expect((await through(compressed, PIECE_BYTES, createZstdDecompress())).equals(part)).toBe(true);
  }
});
