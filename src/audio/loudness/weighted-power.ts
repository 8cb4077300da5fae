import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';

/**
 * Samples in a tenth of a second: gating blocks of 400 ms overlap by three quarters (ITU-R BS.1770-5 Annex
 * 1).
 */
export const STEP_SAMPLES = SAMPLE_RATE / 10;
/**
 * Level that counts as zero, hundreds of decibels below any sound: numbers that shrink on for ever make a
 * processor a hundred times slower.
 */
const NOTHING = 1e-30;
/** Numbers that the two stages of each channel remember. */
const KEPT = 4;

/** [b0, b1, b2, a1, a2] of a stage. */
type Biquad = readonly [number, number, number, number, number];
const SHELF = shelf();
const HIGH_PASS = highPass();

/**
 * The power of both channels together, as ears weigh it (K-weighting of ITU-R BS.1770-5 Annex 1), in steps of
 * a tenth of a second. Samples may come in pieces of any length.
 */
export class WeightedPower {
  readonly #kept = new Float64Array(2 * KEPT);
  readonly #steps: number[] = [];
  #sum = 0;
  #filled = 0;

  /** The mean square of the weighted samples of each full step, left and right added up. */
  get steps(): readonly number[] {
    return this.#steps;
  }

  /** Samples of the step that is not full yet. */
  get samplesBegun(): number {
    return this.#filled;
  }

  push({ left, right }: StereoPcm): void {
    for (let at = 0; at < left.length; ) {
      const end = Math.min(left.length, at + STEP_SAMPLES - this.#filled);
      this.#sum += this.#squares(left, right, at, end);
      this.#filled += end - at;
      at = end;
      if (this.#filled === STEP_SAMPLES) this.#endStep();
    }
  }

  /** Ends a step; a NaN must not outlast it. */
  #endStep(): void {
    this.#steps.push(this.#sum / STEP_SAMPLES);
    this.#sum = 0;
    this.#filled = 0;
    const kept = this.#kept;
    for (let i = 0; i < kept.length; i += 1) if (!(Math.abs(kept[i] ?? 0) > NOTHING)) kept[i] = 0;
  }

  /**
   * Filters and sums squares: both stages of both channels in one pass (transposed direct form II), since
   * each alone would wait for its own results.
   */
  #squares(left: Float32Array, right: Float32Array, from: number, to: number): number {
    const [b0, b1, b2, a1, a2] = SHELF;
    const [c0, c1, c2, d1, d2] = HIGH_PASS;
    let [p1 = 0, p2 = 0, q1 = 0, q2 = 0, r1 = 0, r2 = 0, s1 = 0, s2 = 0] = this.#kept;
    let sum = 0;
    for (let i = from; i < to; i += 1) {
      const l = left[i] ?? 0;
      const r = right[i] ?? 0;
      const shelvedL = l * b0 + p1;
      const shelvedR = r * b0 + r1;
      p1 = l * b1 + p2 - a1 * shelvedL;
      r1 = r * b1 + r2 - a1 * shelvedR;
      p2 = l * b2 - a2 * shelvedL;
      r2 = r * b2 - a2 * shelvedR;
      const weightedL = shelvedL * c0 + q1;
      const weightedR = shelvedR * c0 + s1;
      q1 = shelvedL * c1 + q2 - d1 * weightedL;
      s1 = shelvedR * c1 + s2 - d1 * weightedR;
      q2 = shelvedL * c2 - d2 * weightedL;
      s2 = shelvedR * c2 - d2 * weightedR;
      sum += weightedL * weightedL + weightedR * weightedR;
    }
    this.#kept.set([p1, p2, q1, q2, r1, r2, s1, s2]);
    return sum;
  }
}

/**
 * Computes the first stage: what a head adds to high tones. The standard gives it for 48 kHz; these are the
 * figures of the filter behind that.
 */
function shelf(): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (vh + (vb * k) / q + k * k) / a0,
    (2 * (k * k - vh)) / a0,
    (vh - (vb * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

/** Computes the second stage: low tones count for less. */
function highPass(): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}
