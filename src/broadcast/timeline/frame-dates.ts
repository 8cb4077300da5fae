import { frameHolding, wholeFrameInstant } from './frame-grid.ts';

/** How many earlier ways to date frames are kept for listeners who come back. */
const EARLIER_MAX = 8;

/**
 * The instants of a timeline's frames. Frames are counted without a jump for as long as the process lives; the instants
 * that others read follow the wall clock: a frame's instant is that of the frame `aheadFrames` further on the grid.
 * When the clock was set, or the machine slept, only this number changes, and no listener hears it.
 */
export class FrameDates {
  /** The latest first. */
  #aheadFrames: number[] = [0];

  get aheadFrames(): number {
    return this.#aheadFrames[0] ?? 0;
  }

  /** From now on every frame is dated anew, those that have been heard too. */
  redate(aheadFrames: number): void {
    this.#aheadFrames = [aheadFrames, ...this.#aheadFrames.filter((one) => one !== aheadFrames)].slice(
      0,
      EARLIER_MAX,
    );
  }

  /** The first whole millisecond of a frame, since the Unix epoch. */
  instant(frame: number): number {
    return wholeFrameInstant(frame + this.aheadFrames);
  }

  /**
   * The frame that an instant of ours stands for, told today or before frames were dated anew: the first that `isKept`;
   * null when none is. `toldAhead` is how frames were dated when it was told, where that is known.
   */
  frameAt(instantMs: number, isKept: (frame: number) => boolean, toldAhead?: number): number | null {
    const ways = toldAhead === undefined ? this.#aheadFrames : [toldAhead, ...this.#aheadFrames];
    const frames = ways.map((aheadFrames) => frameHolding(instantMs) - aheadFrames);
    return frames.find(isKept) ?? null;
  }
}
