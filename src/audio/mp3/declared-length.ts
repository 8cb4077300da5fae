import { closeSync, openSync, readSync } from 'node:fs';
import { parseFrameHeader } from './frame-header.ts';
import { promisedFrames } from './info-frame.ts';
import { leadingTagBytes } from './tag-boundaries.ts';

/** Enough for the longest frame's head with its info. */
const HEAD_BYTES = 256;

/**
 * Seconds of music that an MP3 file's info frame promises; null for a file without one, whose true length only shows
 * when it is read through.
 * @throws the file system's errors
 */
export function declaredMp3Seconds(path: string): number | null {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    let at = 0;
    for (;;) {
      const read = readSync(file, head, 0, HEAD_BYTES, at);
      const tagBytes = leadingTagBytes(head.subarray(0, read), 0);
      if (tagBytes > 0) {
        at += tagBytes;
        continue;
      }
      const header = parseFrameHeader(head, 0);
      const frames = header && promisedFrames(head, 0, header);
      return header && frames ? (frames * header.samples) / header.sampleRate : null;
    }
  } finally {
    closeSync(file);
  }
}
