import { FRAME_BYTES_MAX } from '#src/audio/mp3/broadcast-format.ts';

/** Seconds that a ring keeps for listeners who come back with `from` [W59]. */
export const RING_SECONDS = 120;
const RING_FRAMES = Math.ceil((RING_SECONDS * 1000 * 49) / 1280);
/**
 * Frames kept beyond what can be asked for: bytes already handed to a socket must stay until they are sent.
 */
const SPARE_FRAMES = Math.ceil((20 * 1000 * 49) / 1280);
const CAPACITY_FRAMES = RING_FRAMES + SPARE_FRAMES;
const CAPACITY_BYTES = CAPACITY_FRAMES * FRAME_BYTES_MAX;

/**
 * The last two minutes of one variant of a stream as bytes, with the position of every frame. Positions count
 * all bytes that ever went through and never fall, so they name a byte for good; slices are views, valid for
 * 20 s past the ring.
 */
export class AudioRing {
  /** Frames after which nothing is left of what it held before. */
  static readonly CAPACITY_FRAMES = CAPACITY_FRAMES;

  #bytes = Buffer.allocUnsafeSlow(CAPACITY_BYTES);
  /** Where each frame begins, by frame number modulo the capacity. */
  #starts = new Float64Array(CAPACITY_FRAMES);
  #head = 0;
  #headFrame: number;
  #tailFrame: number;
  /** The first frame since it last was empty. */
  #firstFrame: number;
  /** Which frame each of `#starts` is of. */
  #frames = new Float64Array(CAPACITY_FRAMES).fill(-1);
  /** Where frames were last left out: from `end` up to `next`, which lie at one position. */
  #gap: { end: number; next: number } | null = null;

  constructor(firstFrame: number) {
    this.#firstFrame = firstFrame;
    this.#headFrame = firstFrame;
    this.#tailFrame = firstFrame;
  }

  /** Position behind the newest byte. */
  get head(): number {
    return this.#head;
  }

  /** Number of the frame that comes next. */
  get headFrame(): number {
    return this.#headFrame;
  }

  /** Number of the oldest frame that can be asked for; equals `headFrame` while the ring is empty. */
  get tailFrame(): number {
    return this.#tailFrame;
  }

  /**
   * Number of the oldest frame that can still be read: the tail, or up to 20 s before it. A slice from there
   * is valid only for as long as nothing is appended.
   */
  get oldestFrame(): number {
    return Math.max(this.#firstFrame, this.#headFrame - CAPACITY_FRAMES + 1);
  }

  get tail(): number {
    return this.positionOf(this.#tailFrame);
  }

  /** Takes the frame at `from` … `to` of `source` as the next one. */
  append(source: Uint8Array, from: number, to: number): void {
    const length = to - from;
    const at = this.#head % CAPACITY_BYTES;
    const first = Math.min(length, CAPACITY_BYTES - at);
    this.#bytes.set(source.subarray(from, from + first), at);
    if (first < length) this.#bytes.set(source.subarray(from + first, to), 0);
    this.#starts[this.#headFrame % CAPACITY_FRAMES] = this.#head;
    this.#frames[this.#headFrame % CAPACITY_FRAMES] = this.#headFrame;
    this.#head += length;
    this.#headFrame += 1;
    if (this.#headFrame - this.#tailFrame > RING_FRAMES) this.#tailFrame = this.#headFrame - RING_FRAMES;
  }

  /** Frames that were left out last: from `end` up to below `next`; null while none was. */
  get gap(): { end: number; next: number } | null {
    return this.#gap;
  }

  /**
   * Leaves out the frames up to `frame`, which comes next. Nothing before it can be asked for any more but by
   * `copy`. Positions go on.
   */
  restartAt(frame: number): void {
    this.#gap = { end: this.#headFrame, next: frame };
    this.#headFrame = frame;
    this.#tailFrame = frame;
    this.#firstFrame = frame;
  }

  /** Returns where a frame from `oldestFrame` to `headFrame` begins. */
  positionOf(frame: number): number {
    return frame === this.#headFrame ? this.#head : (this.#starts[frame % CAPACITY_FRAMES] ?? this.#head);
  }

  /**
   * Returns the last frame that begins at or before the position; the oldest one when all begin behind it.
   */
  frameAt(position: number): number {
    let low = this.oldestFrame;
    let high = this.#headFrame;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.positionOf(middle) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Returns the bytes between two positions: a view, or a copy in the rare case that they lie across the
   * ring's end.
   */
  slice(from: number, to: number): Buffer {
    const start = from % CAPACITY_BYTES;
    const end = start + to - from;
    if (end <= CAPACITY_BYTES) return this.#bytes.subarray(start, end);
    return Buffer.concat([this.#bytes.subarray(start), this.#bytes.subarray(0, end - CAPACITY_BYTES)]);
  }

  /**
   * Returns a copy of the frames from `first` to below `end`, also from before the gap; null when one of them
   * is not there.
   */
  copy(first: number, end: number): Buffer | null {
    for (let frame = first; frame < end; frame += 1) if (!this.#isThere(frame)) return null;
    const start = this.#starts[first % CAPACITY_FRAMES] ?? 0;
    const behind = end === this.#gap?.end ? this.#gap.next : end;
    if (behind !== this.#headFrame && !this.#isThere(behind)) return null;
    return start < this.#head - CAPACITY_BYTES
      ? null
      : Buffer.from(this.slice(start, this.positionOf(behind)));
  }

  #isThere(frame: number): boolean {
    return this.#frames[frame % CAPACITY_FRAMES] === frame;
  }

  /** Returns a second ring with the same content and numbers; from here on the two differ. */
  fork(): AudioRing {
    const twin = new AudioRing(this.#tailFrame);
    twin.#bytes = Buffer.from(this.#bytes);
    twin.#starts = this.#starts.slice();
    twin.#head = this.#head;
    twin.#headFrame = this.#headFrame;
    twin.#firstFrame = this.#firstFrame;
    twin.#frames = this.#frames.slice();
    twin.#gap = this.#gap;
    return twin;
  }
}
