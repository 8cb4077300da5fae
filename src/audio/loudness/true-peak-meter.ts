import { peakBetween, peakFurtherBetween, REACH } from './between-samples.ts';

/**
 * Sound between two samples is not looked at where both stay below this part of the peak so far: to exceed it from there
 * takes a tone above 17 kHz alone.
 */
const WORTH_A_LOOK = 0.35;
/** Three points first; the others only where these come near. */
const NEAR = 0.9;

/**
 * The true peak of one channel (ITU-R BS.1770-5 Annex 2). It looks between samples only where a new peak can be: a tenth
 * of the work.
 */
export class TruePeakMeter {
  /** The end of what was pushed before: where a piece begins, the sound between samples needs it. */
  #work = new Float32Array(0);
  #peak = 0;

  push(samples: Float32Array): void {
    const { length } = samples;
    if (this.#work.length < length + 2 * REACH) this.#grow(length + 2 * REACH);
    const work = this.#work;
    work.set(samples, 2 * REACH);
    let peak = this.#peak;
    let before = Math.abs(work[REACH - 1] ?? 0);
    for (let at = REACH - 1; at < length + REACH - 1; at += 1) {
      const after = Math.abs(work[at + 1] ?? 0);
      const larger = Math.max(after, before);
      before = after;
      if (larger <= peak * WORTH_A_LOOK) continue;
      if (larger > peak) peak = larger;
      const between = peakBetween(work, at);
      if (between > peak * NEAR) peak = Math.max(peak, between, peakFurtherBetween(work, at));
    }
    this.#peak = peak;
    work.copyWithin(0, length, length + 2 * REACH);
  }

  /** dBTP of all that was pushed; -Infinity for silence. */
  finish(): number {
    this.push(new Float32Array(2 * REACH));
    return 20 * Math.log10(this.#peak);
  }

  #grow(length: number): void {
    const larger = new Float32Array(length);
    larger.set(this.#work.subarray(0, 2 * REACH));
    this.#work = larger;
  }
}
