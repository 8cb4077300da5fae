import { MINUTE_MS } from '#src/contract/durations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { FrameClock } from './frame-clock.ts';
import { frameInstant, framesIn } from './frame-grid.ts';

const CHECK_MS = 5_000;
/** Difference up to which the radio is on time. */
const APART_FRAMES = framesIn(2_000);
/** Time for which the difference must stay the same: a clock that is being set may be set twice. */
const SETTLED_MS = 10_000;
const AGREE_FRAMES = framesIn(500);
/**
 * Time after which a stream takes the new time over in the middle of a piece: within five minutes of the
 * step.
 */
const OVERDUE_MS = 4.5 * MINUTE_MS;

interface WallFollowerOptions {
  clock: Clock;
  frameClock: Pick<FrameClock, 'wallAheadFrames'>;
  logger: Logger;
  /** Called when streams are to be dated anew: what was chosen for a certain hour may be wrong. */
  onMoved: () => void;
}

/**
 * Compares the machine's clock with the count of frames. They part when the clock is set and when the machine
 * sleeps, since the count stands still then. Streams ask here how far they are to be dated anew.
 */
export class WallFollower implements Disposable {
  readonly #options: WallFollowerOptions;
  readonly #timer: Disposable;
  #aheadFrames = 0;
  #overdueAtMs = 0;
  #apart: { sinceMs: number; aheadFrames: number; agreedSinceMs: number } | null = null;

  constructor(options: WallFollowerOptions) {
    this.#options = options;
    this.#timer = this.#options.clock.every(CHECK_MS, () => this.#check());
  }

  /** The wall clock's lead over the count, as streams are to take it over at their next join. */
  get aheadFrames(): number {
    return this.#aheadFrames;
  }

  /** Whether a stream that has found no join since then is to take it over all the same. */
  get isOverdue(): boolean {
    return this.#options.clock.monotonicMs() >= this.#overdueAtMs;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }

  #check(): void {
    const aheadFrames = this.#options.frameClock.wallAheadFrames();
    const nowMs = this.#options.clock.monotonicMs();
    if (Math.abs(aheadFrames - this.#aheadFrames) <= APART_FRAMES) {
      this.#apart = null;
      return;
    }
    this.#apart ??= { sinceMs: nowMs, aheadFrames, agreedSinceMs: nowMs };
    if (Math.abs(aheadFrames - this.#apart.aheadFrames) > AGREE_FRAMES) {
      this.#apart.aheadFrames = aheadFrames;
      this.#apart.agreedSinceMs = nowMs;
    }
    if (nowMs - this.#apart.agreedSinceMs >= SETTLED_MS) this.#move(aheadFrames, this.#apart.sinceMs);
  }

  #move(aheadFrames: number, sinceMs: number): void {
    const seconds = Math.round(frameInstant(aheadFrames - this.#aheadFrames) / 1000);
    this.#aheadFrames = aheadFrames;
    this.#overdueAtMs = sinceMs + OVERDUE_MS;
    this.#apart = null;
    this.#options.logger.warn(
      { seconds },
      'the clock of this machine was set, or the machine slept; each stream takes the new time over at its next piece',
    );
    this.#options.onMoved();
  }
}
