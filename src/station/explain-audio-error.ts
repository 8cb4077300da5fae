import { open } from 'node:fs/promises';
import { AudioSourceError } from '#src/audio/codec/audio-source-error.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';

/**
 * Returns what a decoder's error says of its file: FFmpeg blames the disk for many damaged files, and the file for most
 * failures of its disk. Only the disk knows.
 * @throws the file system's error where the file is not to blame
 */
export async function explainAudioError(error: AudioSourceError, path: string): Promise<AudioSourceError> {
  if (error.fault !== 'unreadable' && error.fault !== 'not-audio') return error;
  try {
    await readThrough(path);
  } catch (failure) {
    if (failureKind(failure) !== 'file') throw failure;
    return error;
  }
  if (error.fault === 'not-audio') return error;
  return new AudioSourceError('broken', 'is damaged: it cannot be read to its end');
}

const PIECE_BYTES = 1 << 20;

/**
 * Reads a file to its end and forgets it.
 * @throws the file system's error where that is what is wrong with it
 */
async function readThrough(path: string): Promise<void> {
  await using file = await open(path, 'r');
  const piece = Buffer.alloc(PIECE_BYTES);
  while ((await file.read(piece)).bytesRead > 0);
}
