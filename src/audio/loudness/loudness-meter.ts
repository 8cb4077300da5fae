import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { type PeakWatch, TruePeakMeter } from './true-peak-meter.ts';
import { STEP_SAMPLES, WeightedPower } from './weighted-power.ts';

export interface Loudness {
  /** Loudness of the whole; -Infinity when there is nothing to hear. */
  integratedLufs: number;
  /** dBTP, both channels. */
  truePeakDb: number;
  /** Loudness of the 400 ms before each tenth of a second. */
  momentaryLufs: Float32Array;
  /** Loudness of each tenth of a second by itself. */
  stepLufs: Float32Array;
}

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

/** Steps in a gating block of 400 ms. */
const BLOCK_STEPS = 4;
/** Loudness below which sound does not count. */
const SILENCE_LUFS = -70;
/** Distance below the loudness of all audible sound from which on sound does not count either. */
const GATE_LU = 10;

/**
 * Returns the loudness of the whole in LUFS (ITU-R BS.1770-5 Annex 1, both gates) from its weighted power in
 * tenths of a second; -Infinity for silence.
 */
export function integratedLufs(steps: readonly number[]): number {
  const blocks = blockPowers(steps).subarray(BLOCK_STEPS - 1);
  const audible = blocks.filter((power) => lufs(power) > SILENCE_LUFS);
  const gate = lufs(mean(audible)) - GATE_LU;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}

/**
 * Returns the loudness in LUFS of the 400 ms before the end of each tenth of a second; before the first there
 * was silence.
 */
function momentaryLufs(steps: readonly number[]): Float32Array {
  return Float32Array.from(blockPowers(steps), lufs);
}

/** Returns the loudness in LUFS of each tenth of a second. */
function stepLufs(steps: readonly number[]): Float32Array {
  return Float32Array.from(steps, lufs);
}

function blockPowers(steps: readonly number[]): Float64Array {
  return Float64Array.from(steps, (_, last) => {
    let sum = 0;
    for (let at = Math.max(0, last - BLOCK_STEPS + 1); at <= last; at += 1) sum += steps[at] ?? 0;
    return sum / BLOCK_STEPS;
  });
}

function lufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
