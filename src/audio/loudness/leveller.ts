import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { peakBetween, REACH } from './between-samples.ts';
import type { LoudnessPlan } from './loudness-policy.ts';

/**
 * Share of the ceiling: where both samples are below it, so is the sound between them, except for tones above
 * 17 kHz.
 */
const WORTH_A_LOOK = 0.35;
/** Samples of both channels that are looked at together. */
const CHUNK = 256;
/** Samples that the gain takes to come down, which is also its delay. */
const ATTACK_SAMPLES = Math.round(0.005 * SAMPLE_RATE);
const BEHIND = ATTACK_SAMPLES + REACH;

/**
 * Carries out a plan: gain, and under its ceiling a limiter that turns both channels down together, only
 * around the peaks, including those between samples. It returns as many samples as it gets, later.
 */
export class Leveller {
  readonly #gain: number;
  readonly #ceiling: number;
  readonly #curve = new GainCurve();
  /** `BEHIND` samples that have been judged, then those that have not. */
  #left = new Float32Array(BEHIND);
  #right = new Float32Array(BEHIND);
  #held = BEHIND;
  /** The largest magnitude between the last judged sample and the next one. */
  #between = 0;
  /**
   * Samples to drop at the start: the curve is late, and its first values belong to samples before the first.
   */
  #early = ATTACK_SAMPLES;

  constructor({ gainDb, ceilingDb }: LoudnessPlan) {
    this.#gain = 10 ** (gainDb / 20);
    this.#ceiling = ceilingDb === null ? Number.POSITIVE_INFINITY : 10 ** (ceilingDb / 20);
  }

  push({ left, right }: StereoPcm): StereoPcm {
    if (this.#ceiling === Number.POSITIVE_INFINITY)
      return { left: this.#amplified(left), right: this.#amplified(right) };
    this.#append(left, right);
    return this.#give();
  }

  /** The rest, once everything was pushed. */
  finish(): StereoPcm {
    const silence = new Float32Array(this.#ceiling === Number.POSITIVE_INFINITY ? 0 : BEHIND);
    return this.push({ left: silence, right: silence });
  }

  #amplified(samples: Float32Array): Float32Array {
    const amplified = new Float32Array(samples.length);
    const gain = this.#gain;
    for (let i = 0; i < samples.length; i += 1) amplified[i] = (samples[i] ?? 0) * gain;
    return amplified;
  }

  #append(left: Float32Array, right: Float32Array): void {
    const needed = this.#held + left.length;
    if (this.#left.length < needed) {
      this.#left = enlarged(this.#left, needed);
      this.#right = enlarged(this.#right, needed);
    }
    this.#left.set(this.#amplified(left), this.#held);
    this.#right.set(this.#amplified(right), this.#held);
    this.#held = needed;
  }

  #give(): StereoPcm {
    const count = Math.max(0, this.#held - REACH - BEHIND);
    const given = { left: new Float32Array(count), right: new Float32Array(count) };
    for (let from = 0; from < count; from += CHUNK) this.#level(given, from, Math.min(count, from + CHUNK));
    for (const samples of [this.#left, this.#right]) samples.copyWithin(0, count, this.#held);
    this.#held -= count;
    const early = Math.min(this.#early, count);
    this.#early -= early;
    return { left: given.left.subarray(early), right: given.right.subarray(early) };
  }

  /** Levels a chunk. Most hold nothing that has to be turned down. */
  #level(given: StereoPcm, from: number, to: number): void {
    const [left, right, ceiling] = [this.#left, this.#right, this.#ceiling];
    const start = from + BEHIND;
    const end = to + BEHIND;
    const isCalm =
      this.#curve.isAtRest &&
      this.#between <= ceiling &&
      isBelow(ceiling * WORTH_A_LOOK, start, end, left, right);
    if (isCalm) {
      given.left.set(left.subarray(start - ATTACK_SAMPLES, end - ATTACK_SAMPLES), from);
      given.right.set(right.subarray(start - ATTACK_SAMPLES, end - ATTACK_SAMPLES), from);
      return;
    }
    for (let at = start, i = from; at < end; at += 1, i += 1) {
      const gain = this.#curve.next(this.#neededAt(at));
      given.left[i] = (left[at - ATTACK_SAMPLES] ?? 0) * gain;
      given.right[i] = (right[at - ATTACK_SAMPLES] ?? 0) * gain;
    }
  }

  /** Returns the factor that keeps a sample and the sound on both sides of it below the ceiling. */
  #neededAt(at: number): number {
    const before = this.#between;
    const left = peakFrom(this.#left, at, this.#ceiling);
    const right = peakFrom(this.#right, at, this.#ceiling);
    this.#between = Math.max(left, right);
    const peak = Math.max(this.#between, before);
    return peak > this.#ceiling ? this.#ceiling / peak : 1;
  }
}

/** Whether the samples from `start` to `end`, `end` included, are all below the level. */
function isBelow(
  level: number,
  start: number,
  end: number,
  left: Float32Array,
  right: Float32Array,
): boolean {
  for (let at = start; at <= end; at += 1) {
    if (Math.abs(left[at] ?? 0) > level || Math.abs(right[at] ?? 0) > level) return false;
  }
  return true;
}

/** Returns the largest magnitude from this sample to the next one; 0 where it cannot matter. */
function peakFrom(samples: Float32Array, at: number, ceiling: number): number {
  const here = Math.abs(samples[at] ?? 0);
  const next = Math.abs(samples[at + 1] ?? 0);
  const larger = Math.max(here, next);
  if (larger <= ceiling * WORTH_A_LOOK) return 0;
  const between = peakBetween(samples, at);
  return Math.max(between, larger);
}

function enlarged(samples: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(length);
  larger.set(samples);
  return larger;
}

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
class GainCurve {
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
