import { open } from 'node:fs/promises';

const PIECE_BYTES = 1 << 20;

/**
 * Reads a file to its end and forgets it.
 * @throws the file system's error where that is what is wrong with it
 */
export async function readThrough(path: string): Promise<void> {
  await using file = await open(path, 'r');
  const piece = Buffer.alloc(PIECE_BYTES);
  while ((await file.read(piece)).bytesRead > 0);
}
