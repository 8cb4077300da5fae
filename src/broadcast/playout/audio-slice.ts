import type { FileHandle } from 'node:fs/promises';
import { assertBroadcastFormat, FRAME_BYTES_MIN } from '#src/audio/mp3/broadcast-format.ts';
import { HEADER_BYTES, parseFrameHeader } from '#src/audio/mp3/frame-header.ts';
import { isInfoFrame } from '#src/audio/mp3/info-frame.ts';
import { Mp3FormatError } from '#src/audio/mp3/mp3-format-error.ts';
import { findAudioRange } from '#src/audio/mp3/tag-boundaries.ts';

/** 16 s of audio. */
const SLICE_BYTES = 256 * 1024;

/** A stretch of a media file in memory, cut into frames. Slices are used again: eight streams need a few MB. */
export class AudioSlice {
  readonly bytes = Buffer.allocUnsafeSlow(SLICE_BYTES);
  /** Where each frame begins, and behind the last one where it ends. */
  readonly offsets = new Uint32Array(Math.ceil(SLICE_BYTES / FRAME_BYTES_MIN) + 1);
  frames = 0;
  /** Place in the file of what comes behind the last whole frame. */
  nextOffset = 0;
  isLast = false;

  /**
   * Reads what lies at `offset` of the file, from the first to the last whole frame.
   * @throws {Mp3FormatError} when it is not of the broadcast format; the file system's errors as they are
   */
  async load(file: FileHandle, offset: number): Promise<void> {
    const start = offset === 0 ? await this.#findStart(file) : offset;
    const length = await this.#fill(file, start);
    this.#cut(length, offset === 0);
    this.nextOffset = start + (this.offsets[this.frames] ?? 0);
    this.isLast ||= length < SLICE_BYTES;
    if (offset === 0 && this.frames === 0) throw new Mp3FormatError('no-frames', 'no complete MP3 frame');
  }

  async #findStart(file: FileHandle): Promise<number> {
    const length = await this.#fill(file, 0);
    return findAudioRange(this.bytes.subarray(0, length)).start;
  }

  async #fill(file: FileHandle, offset: number): Promise<number> {
    let length = 0;
    while (length < SLICE_BYTES) {
      const { bytesRead } = await file.read(this.bytes, length, SLICE_BYTES - length, offset + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length;
  }

  #cut(length: number, isFirst: boolean): void {
    this.frames = 0;
    this.isLast = false;
    let at = 0;
    while (at + HEADER_BYTES <= length) {
      const header = parseFrameHeader(this.bytes, at);
      if (header === null) {
        this.#endAt(at, length);
        break;
      }
      if (isFirst && at === 0 && isInfoFrame(this.bytes, at, header)) {
        at += header.sizeBytes;
        continue;
      }
      assertBroadcastFormat(header);
      if (at + header.sizeBytes > length) break;
      this.offsets[this.frames] = at;
      this.frames += 1;
      at += header.sizeBytes;
    }
    this.offsets[this.frames] = at;
  }

  /** There is no frame here: right where the file's closing tags begin, else the file is broken. */
  #endAt(at: number, length: number): void {
    const rest = this.bytes.subarray(at, length);
    const mark = rest.toString('latin1', 0, 8);
    if (!/^(TAG|APETAGEX|ID3)/.test(mark) && rest.some((byte) => byte !== 0)) {
      throw new Mp3FormatError('broken', `no MP3 frame after ${this.frames} good ones of this stretch`);
    }
    this.isLast = true;
  }
}
