import { SAMPLES_PER_FRAME } from './broadcast-format.ts';
import { GAIN_STEP_DB, GRANULES } from './fade-frame.ts';

const GRANULE_SAMPLES = SAMPLES_PER_FRAME / GRANULES;
/**
 * Samples by which a decoder's filters are late (half of the synthesis window of ISO/IEC 11172-3
 * §2.4.3.4.10).
 */
const DELAY_SAMPLES = 240;
/** Samples on each side that the filters mix. */
const REACH_SAMPLES = 96;
/** Margin, so that a peak does not end right at the limit. */
const MARGIN_DB = 0.1;

/** Collects which halves of a file's frames have to be turned down, and by how many steps of gain. */
export class GainCuts {
  readonly #steps: Uint8Array;

  constructor(frames: number) {
    this.#steps = new Uint8Array(frames * GRANULES);
  }

  /** Marks that the decoded sound is `excessDb` too loud somewhere between the samples `from` and `to`. */
  cut(from: number, to: number, excessDb: number): void {
    const steps = Math.ceil((excessDb + MARGIN_DB) / GAIN_STEP_DB);
    // Each granule sounds on through the next one.
    const first = Math.floor((from - DELAY_SAMPLES - REACH_SAMPLES) / GRANULE_SAMPLES) - 1;
    const last = Math.floor((to - DELAY_SAMPLES + REACH_SAMPLES) / GRANULE_SAMPLES);
    for (let at = Math.max(0, first); at <= Math.min(last, this.#steps.length - 1); at += 1) {
      this.#steps[at] = Math.max(this.#steps[at] ?? 0, steps);
    }
  }

  /** The largest number of steps. */
  get deepest(): number {
    return this.#steps.reduce((most, steps) => Math.max(most, steps), 0);
  }

  /** The share of the sound that is turned down, from 0 to 1. */
  get part(): number {
    return (
      this.#steps.reduce((count, steps) => count + Math.min(1, steps), 0) / Math.max(1, this.#steps.length)
    );
  }

  /**
   * The steps of each half of a frame, two a frame. They go up and down by one at a time, each over the time
   * of a granule.
   */
  get slopes(): Uint8Array {
    const slopes = this.#steps.slice();
    for (let at = 1; at < slopes.length; at += 1)
      slopes[at] = Math.max(slopes[at] ?? 0, (slopes[at - 1] ?? 0) - 1);
    for (let at = slopes.length - 2; at >= 0; at -= 1)
      slopes[at] = Math.max(slopes[at] ?? 0, (slopes[at + 1] ?? 0) - 1);
    return slopes;
  }
}
