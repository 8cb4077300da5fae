/** Numbers from 0 (included) to 1 (excluded), the same row for the same seed on every machine. */
export type Random = () => number;

/** FNV-1a of the seed, then the mulberry32 generator. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** White noise, full scale. */
export function noiseOf(random: Random, length: number): Float32Array {
  const noise = new Float32Array(length);
  for (let i = 0; i < length; i++) noise[i] = random() * 2 - 1;
  return noise;
}
