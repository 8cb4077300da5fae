import { SAMPLES_PER_FRAME } from '#src/audio/mp3/broadcast-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { approachTo, continuationOf, LEARNT_SAMPLES } from './continuation.ts';

/** Samples behind the last frame that an encoder looks at, and more. */
const BEHIND_SAMPLES = 3 * SAMPLES_PER_FRAME;

/**
 * Puts before the first sample of a piece what would have led to it, and behind the last what would have
 * followed, until its last frame is full and for what an encoder looks at behind it: where a stream has no
 * silence, an encoder hears none. The piece itself stays as it is.
 */
export class PieceEdges {
  readonly #leadSamples: number;
  /** The first samples, until there are enough to learn from; null from then on. */
  #head: StereoPcm | null = { left: new Float32Array(0), right: new Float32Array(0) };
  #tail: StereoPcm = { left: new Float32Array(0), right: new Float32Array(0) };
  #samples = 0;

  /** @param leadSamples samples before the first */
  constructor(leadSamples: number) {
    this.#leadSamples = leadSamples;
  }

  /** Whole frames that what was pushed takes. */
  get frames(): number {
    return Math.max(1, Math.ceil(this.#samples / SAMPLES_PER_FRAME));
  }

  push(pcm: StereoPcm): StereoPcm[] {
    this.#samples += pcm.left.length;
    this.#tail = eachChannel(this.#tail, pcm, (tail, more) => joined(tail, more).slice(-LEARNT_SAMPLES));
    if (this.#head === null) return [pcm];
    this.#head = eachChannel(this.#head, pcm, joined);
    return this.#head.left.length < LEARNT_SAMPLES ? [] : this.#begin(this.#head);
  }

  /** The rest, once everything was pushed. */
  finish(): StereoPcm[] {
    const rest = this.frames * SAMPLES_PER_FRAME - this.#samples;
    const follow = (tail: Float32Array) => continuationOf(tail, rest + BEHIND_SAMPLES, rest);
    const { left, right } = this.#tail;
    return [...(this.#head ? this.#begin(this.#head) : []), { left: follow(left), right: follow(right) }];
  }

  #begin(head: StereoPcm): StereoPcm[] {
    this.#head = null;
    const lead = (samples: Float32Array) => approachTo(samples, this.#leadSamples);
    return [{ left: lead(head.left), right: lead(head.right) }, head];
  }
}

function eachChannel(
  a: StereoPcm,
  b: StereoPcm,
  make: (a: Float32Array, b: Float32Array) => Float32Array,
): StereoPcm {
  return { left: make(a.left, b.left), right: make(a.right, b.right) };
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const all = new Float32Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
