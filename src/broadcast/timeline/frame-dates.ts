import { frameHolding, wholeFrameInstant } from './frame-grid.ts';

/** Earlier ways to date frames that are kept for listeners who come back. */
const EARLIER_MAX = 8;

/**
 * The instants of a timeline's frames. Frames are counted without a jump for as long as the process lives;
 * the instants that others read follow the wall clock: a frame's instant is that of the frame `aheadFrames`
 * further on the grid. When the clock was set, or the machine slept, only this number changes, and no
 * listener hears it.
 */
export class FrameDates {
  /** The latest first. */
  #aheadFrames: number[] = [0];

  get aheadFrames(): number {
    return this.#aheadFrames[0] ?? 0;
  }

  /** Dates every frame anew from now on, also those that have been heard. */
  redate(aheadFrames: number): void {
    this.#aheadFrames = [aheadFrames, ...this.#aheadFrames.filter((one) => one !== aheadFrames)].slice(
      0,
      EARLIER_MAX,
    );
  }

  /** Returns the first whole millisecond of a frame, since the Unix epoch. */
  instant(frame: number): number {
    return wholeFrameInstant(frame + this.aheadFrames);
  }

  /**
   * Converts an instant that we published back to a frame, also across a clock change: the first frame that
   * `isKept`, or null. `toldAhead` is how frames were dated when the instant was published, where that is
   * known.
   */
  frameAt(instantMs: number, isKept: (frame: number) => boolean, toldAhead?: number): number | null {
    const ways = toldAhead === undefined ? this.#aheadFrames : [toldAhead, ...this.#aheadFrames];
    const frames = ways.map((aheadFrames) => frameHolding(instantMs) - aheadFrames);
    return frames.find(isKept) ?? null;
  }
}
