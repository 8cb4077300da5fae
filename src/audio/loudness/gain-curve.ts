import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';

/** Samples that the gain takes to come down, which is also its delay. */
export const ATTACK_SAMPLES = Math.round(0.005 * SAMPLE_RATE);
const WINDOW = ATTACK_SAMPLES + 1;
/** Seconds after which a gain has recovered by 95 %: three time constants. */
const RELEASE_SECONDS = 0.08;
const RELEASE = 1 - Math.exp(-3 / (RELEASE_SECONDS * SAMPLE_RATE));
/** A gain above this counts as 1. */
const NEAR_ONE = 1 - 1e-5;

/**
 * A limiter's gain: never above what is asked for, down in a smooth slope that ends where it is needed, and
 * slowly up again. Each call takes the largest factor that the next sample may get, and returns the factor of
 * the sample `ATTACK_SAMPLES` before it.
 */
export class GainCurve {
  /**
   * The lowest factors of the window, ascending, with the calls they came in. A factor is dropped once a
   * lower one has come after it.
   */
  readonly #lows = new Float64Array(WINDOW);
  readonly #lowTimes = new Float64Array(WINDOW);
  #first = 0;
  #lowCount = 0;
  readonly #held = new Float64Array(WINDOW).fill(1);
  #heldSum = WINDOW;
  #heldAt = 0;
  #gain = 1;
  #time = 0;
  /** Calls in a row in which the gain was 1 and nothing less was asked for. */
  #atRest = WINDOW;

  /** Whether it gives 1, and will until less is asked for. */
  get isAtRest(): boolean {
    return this.#atRest === WINDOW;
  }

  next(needed: number): number {
    if (needed === 1 && this.#atRest === WINDOW) return 1;
    this.#time += 1;
    const lowest = this.#lowestWith(needed);
    const recovered = this.#gain + (1 - this.#gain) * RELEASE;
    const rising = recovered > NEAR_ONE ? 1 : recovered;
    this.#gain = Math.min(lowest, rising);
    this.#heldSum += this.#gain - (this.#held[this.#heldAt] ?? 1);
    this.#held[this.#heldAt] = this.#gain;
    this.#heldAt = (this.#heldAt + 1) % WINDOW;
    this.#atRest = this.#gain === 1 && this.#lowCount === 0 ? this.#atRest + 1 : 0;
    if (this.#atRest < WINDOW) return this.#heldSum / WINDOW;
    this.#heldSum = WINDOW;
    return 1;
  }

  #lowestWith(needed: number): number {
    if (this.#lowCount > 0 && (this.#lowTimes[this.#first] ?? 0) <= this.#time - WINDOW) {
      this.#first = (this.#first + 1) % WINDOW;
      this.#lowCount -= 1;
    }
    if (needed < 1) {
      while (this.#lowCount > 0 && (this.#lows[this.#at(this.#lowCount - 1)] ?? 0) >= needed) {
        this.#lowCount -= 1;
      }
      const place = this.#at(this.#lowCount);
      this.#lows[place] = needed;
      this.#lowTimes[place] = this.#time;
      this.#lowCount += 1;
    }
    return this.#lowCount > 0 ? (this.#lows[this.#first] ?? 1) : 1;
  }

  #at(position: number): number {
    return (this.#first + position) % WINDOW;
  }
}
