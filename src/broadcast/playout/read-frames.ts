import { open } from 'node:fs/promises';
import { FRAME_BYTES_MAX } from '#src/audio/mp3/broadcast-format.ts';
import { type BroadcastFrames, splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';

/** Tags and the encoder's info frame stand before the first frame. */
const HEAD_BYTES = 64 * 1024;

/**
 * Reads the first frames of a rendered file, at least as many as asked for where it has them.
 * @throws {Mp3FormatError} when one is not of the broadcast format; the file system's errors as they are
 */
export async function readFrames(path: string, frames: number): Promise<BroadcastFrames> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafeSlow(Math.min(size, HEAD_BYTES + frames * FRAME_BYTES_MAX));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return splitBroadcastFrames(bytes.subarray(0, length));
}
