import { join } from 'node:path';
import { type BroadcastFrames, readBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import type { FrameSource } from './frame-source.ts';

const BED_FILE = join(import.meta.dirname, '..', '..', '..', 'assets', 'bed.mp3');

/**
 * The quiet bed (audio for when nothing can be played). It comes with the program and stays in memory, so
 * that no disk can take it away.
 */
export function readBed(path = BED_FILE): Promise<BroadcastFrames> {
  return readBroadcastFrames(path);
}

/** The bed from its start, again and again. */
export class BedLoop implements FrameSource {
  readonly bytes: Uint8Array;
  start = 0;
  end = 0;
  readonly fault = null;
  readonly #offsets: Uint32Array;
  #played = 0;

  constructor(bed: BroadcastFrames) {
    this.bytes = bed.audio;
    this.#offsets = bed.frameOffsets;
  }

  /** Whether the last frame was the end of a round. */
  get isRoundComplete(): boolean {
    return this.#played > 0 && this.#played % this.#offsets.length === 0;
  }

  next(): 'frame' {
    const index = this.#played % this.#offsets.length;
    this.start = this.#offsets[index] ?? 0;
    this.end = this.#offsets[index + 1] ?? this.bytes.length;
    this.#played += 1;
    return 'frame';
  }

  refilled(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {}
}
