import { type FileHandle, open } from 'node:fs/promises';
import {
  assertBroadcastFormat,
  FRAME_BYTES_MAX,
  FRAME_BYTES_MIN,
  Mp3FormatError,
} from '#src/audio/mp3/broadcast-format.ts';
import { type BroadcastFrames, splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { HEADER_BYTES, parseFrameHeader } from '#src/audio/mp3/frame-header.ts';
import { isInfoFrame } from '#src/audio/mp3/info-frame.ts';
import { findAudioRange } from '#src/audio/mp3/tag-boundaries.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';
import type { FrameSource } from './frame-source.ts';

/** Where audio lies in the way in which it was rendered: put aside there if it is an earlier one, else here. */
export type AudioPaths = readonly [aside: string, usual: string];

/** Frames after which a disk that does not answer is asked again, a second, while the slice in hand plays. */
const RETRY_FRAMES = 38;

/** Slices that are free to be used again. */
const spareSlices: AudioSlice[] = [];

function takeSlice(): AudioSlice {
  return spareSlices.pop() ?? new AudioSlice();
}

/**
 * A rendered file, read in slices of 16 s, always one ahead of the one that plays: a slow disk is not heard,
 * and a mix of two hours takes no more memory than a jingle.
 */
export class MediaFile implements FrameSource {
  readonly #file: FileHandle;
  #front: AudioSlice;
  #back: AudioSlice | null = null;
  #isBackReady = false;
  #reading: Promise<void> = Promise.resolve();
  #index = -1;
  #retryAtIndex: number | null = null;
  #isDisposed = false;
  fault: Error | null = null;
  start = 0;
  end = 0;

  private constructor(file: FileHandle, front: AudioSlice) {
    this.#file = file;
    this.#front = front;
  }

  /**
   * Opens the file and reads its first slice.
   * @throws {Mp3FormatError} when that is not of the broadcast format; the file system's errors as they are
   */
  static async open(path: string): Promise<MediaFile> {
    const file = await open(path, 'r');
    const front = takeSlice();
    try {
      await front.load(file, 0);
      return new MediaFile(file, front);
    } catch (error) {
      spareSlices.push(front);
      await file.close();
      throw error;
    }
  }

  get bytes(): Uint8Array {
    return this.#front.bytes;
  }

  next(): 'frame' | 'end' | 'starved' {
    this.#readAhead();
    this.#index += 1;
    if (this.#index >= this.#front.frames) {
      this.#index = this.#front.frames;
      if (this.#back === null || this.fault !== null) return 'end';
      if (!this.#isBackReady) return 'starved';
      this.#turnOver(this.#back);
      return this.next();
    }
    this.start = this.#front.offsets[this.#index] ?? 0;
    this.end = this.#front.offsets[this.#index + 1] ?? 0;
    return 'frame';
  }

  /** Resolves when the slice ahead has been read, or could not be. */
  refilled(): Promise<void> {
    return this.#reading;
  }

  /** Gives the slices back once nothing reads into them. */
  [Symbol.dispose](): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    void this.#reading.then(async () => {
      spareSlices.push(this.#front);
      if (this.#back) spareSlices.push(this.#back);
      await this.#file.close().catch(() => {});
    });
  }

  #readAhead(): void {
    if (this.#isDisposed) return;
    if (this.#back === null) {
      if (this.#front.isLast) return;
      this.#back = takeSlice();
      this.#isBackReady = false;
    } else {
      if (this.#retryAtIndex === null || this.#index < this.#retryAtIndex) return;
      this.#retryAtIndex = null;
    }
    this.#reading = this.#back.load(this.#file, this.#front.nextOffset).then(
      () => {
        this.#isBackReady = true;
        this.fault = null;
      },
      (error: Error) => {
        this.fault = error;
        if (failureKind(error) !== 'file') this.#retryAtIndex = this.#index + RETRY_FRAMES;
      },
    );
  }

  #turnOver(back: AudioSlice): void {
    spareSlices.push(this.#front);
    this.#front = back;
    this.#back = null;
    this.#index = -1;
  }
}

/** 16 s of audio. */
const SLICE_BYTES = 256 * 1024;

/**
 * A stretch of a media file in memory, cut into frames. Slices are used again: eight streams need a few MB.
 */
export class AudioSlice {
  readonly bytes = Buffer.allocUnsafeSlow(SLICE_BYTES);
  /** Where each frame begins, and behind the last one where it ends. */
  readonly offsets = new Uint32Array(Math.ceil(SLICE_BYTES / FRAME_BYTES_MIN) + 1);
  frames = 0;
  /** Where in the file the bytes behind the last whole frame begin. */
  nextOffset = 0;
  isLast = false;

  /**
   * Reads from `offset` of the file, from the first to the last whole frame.
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

  /**
   * Ends the slice where no frame stands: fine where the file's closing tags begin, else the file is broken.
   */
  #endAt(at: number, length: number): void {
    const rest = this.bytes.subarray(at, length);
    const mark = rest.toString('latin1', 0, 8);
    if (!/^(TAG|APETAGEX|ID3)/.test(mark) && rest.some((byte) => byte !== 0)) {
      throw new Mp3FormatError('broken', `no MP3 frame after ${this.frames} good ones of this stretch`);
    }
    this.isLast = true;
  }
}

/**
 * Opens the first of two files that is there.
 * @throws as `open` does
 */
export async function openEither<T>(
  [first, second]: AudioPaths,
  open: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await open(first);
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error;
    return await open(second);
  }
}

/** Bytes for the tags and the encoder's info frame before the first frame. */
const HEAD_BYTES = 64 * 1024;

/**
 * Reads the first frames of a rendered file, at least as many as asked for if it has them.
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
