import { closeSync, openSync, readSync } from 'node:fs';

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const BYTE_RATE_AT = 8;
const FORMAT_BYTES_MIN = 12;
/** A program that pipes its output cannot know the length and writes one from here up. */
const DATA_BYTES_STATED_MAX = 0x7fff_0000;
/** Pieces of a file before its sound; more than any program writes. */
const CHUNKS_MAX = 100;

/**
 * Seconds of sound that a WAV file's header promises, also where fewer follow; null when it promises nothing to be
 * relied on.
 * @see https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html
 * @throws the file system's errors
 */
export function declaredWavSeconds(path: string): number | null {
  const file = openSync(path, 'r');
  try {
    const read = (at: number, bytes: number) => {
      const buffer = Buffer.alloc(bytes);
      return readSync(file, buffer, 0, bytes, at) === bytes ? buffer : null;
    };
    if (read(0, 4)?.toString('latin1') !== 'RIFF') return null;
    let byteRate = 0;
    for (let at = RIFF_HEAD_BYTES, chunks = 0; chunks < CHUNKS_MAX; chunks += 1) {
      const head = read(at, CHUNK_HEAD_BYTES);
      if (head === null) return null;
      const name = head.toString('latin1', 0, 4);
      const bytes = head.readUInt32LE(4);
      if (name === 'data') return byteRate > 0 && bytes < DATA_BYTES_STATED_MAX ? bytes / byteRate : null;
      const format = name === 'fmt ' ? read(at + CHUNK_HEAD_BYTES, FORMAT_BYTES_MIN) : null;
      byteRate = format?.readUInt32LE(BYTE_RATE_AT) ?? byteRate;
      at += CHUNK_HEAD_BYTES + bytes + (bytes % 2);
    }
    return null;
  } finally {
    closeSync(file);
  }
}
