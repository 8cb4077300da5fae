import { readFile } from 'node:fs/promises';
import { assertBroadcastFormat, FRAME_BYTES_MIN, Mp3FormatError } from './broadcast-format.ts';
import { parseFrameHeader } from './frame-header.ts';
import { isInfoFrame } from './info-frame.ts';
import { findAudioRange } from './tag-boundaries.ts';

export interface BroadcastFrames {
  /** The frames joined, without tags. */
  audio: Buffer;
  /** Where each frame begins in `audio`, one entry a frame. The last frame ends where `audio` ends. */
  frameOffsets: Uint32Array;
}

/**
 * Reads a whole rendered file.
 * @throws {Mp3FormatError} when a single frame is not of the broadcast format; the file system's errors as
 * they are
 */
export async function readBroadcastFrames(path: string): Promise<BroadcastFrames> {
  return splitBroadcastFrames(await readFile(path));
}

/**
 * Splits an MP3 file's bytes into frames, without tags, the encoder's info frame and a cut-off last frame.
 * The audio is a view on `file`, not a copy.
 * @throws {Mp3FormatError}
 */
export function splitBroadcastFrames(file: Buffer): BroadcastFrames {
  const range = findAudioRange(file);
  const start = Math.min(range.start + infoFrameBytes(file, range.start), range.end);
  const offsets = new Uint32Array(Math.floor((range.end - start) / FRAME_BYTES_MIN) + 1);
  let frames = 0;
  let at = start;
  while (at < range.end) {
    const header = parseFrameHeader(file, at);
    if (!header) {
      if (range.end - at < 4 && frames > 0) break;
      throw frames === 0
        ? new Mp3FormatError('no-frames', 'no MP3 frame where the audio should begin')
        : new Mp3FormatError('broken', `no MP3 frame at byte ${at}, after ${frames} good ones`);
    }
    assertBroadcastFormat(header);
    if (at + header.sizeBytes > range.end) break;
    offsets[frames] = at - start;
    frames += 1;
    at += header.sizeBytes;
  }
  if (frames === 0) throw new Mp3FormatError('no-frames', 'no complete MP3 frame');
  return { audio: file.subarray(start, at), frameOffsets: offsets.slice(0, frames) };
}

function infoFrameBytes(file: Buffer, at: number): number {
  const header = parseFrameHeader(file, at);
  return header && isInfoFrame(file, at, header) ? header.sizeBytes : 0;
}
