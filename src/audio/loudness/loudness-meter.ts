import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { integratedLufs, momentaryLufs, stepLufs } from './gated-loudness.ts';
import type { Loudness } from './loudness.ts';
import { type PeakWatch, TruePeakMeter } from './true-peak-meter.ts';
import { STEP_SAMPLES, WeightedPower } from './weighted-power.ts';

/** Measures stereo at 44.1 kHz by EBU R128 (R 128, Tech 3341). */
export class LoudnessMeter {
  readonly #power = new WeightedPower();
  readonly #left: TruePeakMeter;
  readonly #right: TruePeakMeter;

  /** @param watch gets the peaks of both channels */
  constructor(watch: PeakWatch | null = null) {
    this.#left = new TruePeakMeter(watch);
    this.#right = new TruePeakMeter(watch);
  }

  push(pcm: StereoPcm): void {
    this.#left.push(pcm.left);
    this.#right.push(pcm.right);
    this.#power.push(pcm);
  }

  /**
   * Returns the measure once everything has been pushed; what is missing in the last tenth of a second counts
   * as silence.
   */
  finish(): Loudness {
    const begun = this.#power.samplesBegun;
    const silence = new Float32Array(begun === 0 ? 0 : STEP_SAMPLES - begun);
    this.#power.push({ left: silence, right: silence });
    return {
      integratedLufs: integratedLufs(this.#power.steps),
      truePeakDb: Math.max(this.#left.finish(), this.#right.finish()),
      momentaryLufs: momentaryLufs(this.#power.steps),
      stepLufs: stepLufs(this.#power.steps),
    };
  }
}
