import { createHash } from 'node:crypto';

/**
 * Returns a generator of numbers from 0 to 1 that repeats for the same seed (mulberry32), so that simulations
 * repeat.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As seededRandom, by a text: the same numbers on every machine and after every restart. */
export function randomBy(text: string): () => number {
  return seededRandom(createHash('sha256').update(text).digest().readUInt32LE(0));
}
