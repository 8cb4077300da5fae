import type { Clock } from '#src/platform/clock/clock.ts';
import { frameHolding, frameInstant } from './frame-grid.ts';

/**
 * Says which frames are due. The wall clock only chooses the first one. From then on the monotonic clock
 * counts, always from the start, so that no error adds up and nothing is heard when the machine's clock is
 * set. FrameDates says what instants the frames then stand for.
 */
export class FrameClock {
  readonly #clock: Clock;
  readonly #startFrame: number;
  readonly #startMonotonicMs: number;

  /** @param aheadMs how far the clock that the timeline began by is ahead of this machine's */
  constructor(clock: Clock, aheadMs = 0) {
    this.#clock = clock;
    this.#startMonotonicMs = clock.monotonicMs();
    this.#startFrame = frameHolding(clock.nowMs() + aheadMs);
  }

  /** The first frame that is not due yet: all before it have begun. */
  dueFrame(): number {
    const elapsedMs = this.#clock.monotonicMs() - this.#startMonotonicMs;
    return this.#startFrame + frameHolding(elapsedMs) + 1;
  }

  /** The present instant by the count of frames, in milliseconds since the Unix epoch, with fractions. */
  countedMs(): number {
    return frameInstant(this.#startFrame) + this.#clock.monotonicMs() - this.#startMonotonicMs;
  }

  /**
   * Returns how many frames the wall clock has run ahead of the count since then; below zero when it was set
   * back.
   */
  wallAheadFrames(): number {
    return frameHolding(this.#clock.nowMs()) + 1 - this.dueFrame();
  }
}
