import { type FileHandle, open } from 'node:fs/promises';
import { failureKind } from '#src/platform/errors/failure-kind.ts';
import { AudioSlice } from './audio-slice.ts';
import type { FrameSource } from './frame-source.ts';

/** A disk that is away for a moment is asked again after this many frames, a second, while the slice in hand plays. */
const RETRY_FRAMES = 38;

/** Slices that are free to be used again. */
const spareSlices: AudioSlice[] = [];

function takeSlice(): AudioSlice {
  return spareSlices.pop() ?? new AudioSlice();
}

/**
 * A rendered file, read in slices of 16 s: always one ahead of the one that plays, so that a slow disk is not heard and
 * a mix of two hours takes no more memory than a jingle.
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
