import { peakBetween, peakFurtherBetween, REACH } from './between-samples.ts';

/**
 * Share of the peak so far. Where two samples stay below it, the sound between them is not looked at: only a
 * tone above 17 kHz could exceed the peak from there.
 */
const WORTH_A_LOOK = 0.35;
/** Share of the peak from which on the other four points are looked at, too. */
const NEAR = 0.9;
const CHUNK = 64;

/** Gets each stretch that lies above a level. */
export interface PeakWatch {
  /** dBTP */
  levelDb: number;
  /** Called with the samples between which the peak lies, counted from the first; `to` exclusive. */
  onAbove(from: number, to: number, peakDb: number): void;
}

/**
 * Measures the true peak of one channel (ITU-R BS.1770-5 Annex 2). It looks between samples only where a new
 * peak can be: a tenth of the work.
 */
export class TruePeakMeter {
  /** The end of what was pushed before: the sound between samples needs it at the beginning of a piece. */
  #work = new Float32Array(0);
  readonly #watch: PeakWatch | null;
  readonly #watched: number;
  #peak = 0;
  /** Samples pushed before those that are looked at. */
  #before = 0;

  constructor(watch: PeakWatch | null = null) {
    this.#watch = watch;
    this.#watched = watch === null ? Number.POSITIVE_INFINITY : 10 ** (watch.levelDb / 20);
  }

  push(samples: Float32Array): void {
    const { length } = samples;
    if (this.#work.length < length + 2 * REACH) this.#grow(length + 2 * REACH);
    const work = this.#work;
    work.set(samples, 2 * REACH);
    const end = length + REACH - 1;
    for (let from = REACH - 1; from < end; from += CHUNK) this.#look(from, Math.min(end, from + CHUNK));
    work.copyWithin(0, length, length + 2 * REACH);
    this.#before += length;
  }

  /** Returns the true peak of all that was pushed, in dBTP; -Infinity for silence. */
  finish(): number {
    this.push(new Float32Array(2 * REACH));
    return 20 * Math.log10(this.#peak);
  }

  /**
   * Looks at the samples of a chunk, between them and up to the next one. Most hold nothing that comes near.
   */
  #look(from: number, to: number): void {
    const work = this.#work;
    let largest = 0;
    for (let at = from; at <= to; at += 1) {
      const magnitude = Math.abs(work[at] ?? 0);
      if (magnitude > largest) largest = magnitude;
    }
    let peak = Math.min(this.#peak, this.#watched);
    if (largest <= peak * WORTH_A_LOOK) return;
    peak = Math.max(peak, largest);
    for (let at = from; at < to; at += 1) {
      const larger = Math.max(Math.abs(work[at] ?? 0), Math.abs(work[at + 1] ?? 0));
      if (larger <= peak * WORTH_A_LOOK) continue;
      const between = peakBetween(work, at);
      if (between > peak * NEAR) peak = Math.max(peak, between, peakFurtherBetween(work, at));
    }
    this.#peak = Math.max(this.#peak, peak);
    if (peak > this.#watched) {
      const start = this.#before - 2 * REACH;
      this.#watch?.onAbove(start + from, start + to + 1, 20 * Math.log10(peak));
    }
  }

  #grow(length: number): void {
    const larger = new Float32Array(length);
    larger.set(this.#work.subarray(0, 2 * REACH));
    this.#work = larger;
  }
}
