import type { PoolTrack } from './pool.ts';
import type { Quota } from './quotas.ts';

export interface Drawn {
  track: PoolTrack;
  quota: Quota;
  /** The sum of the weights of all artists in the draw. */
  weight: number;
}

/** Selects artists, and tracks of theirs. */
export interface Wanted {
  whose: (quota: Quota) => boolean;
  which: (track: PoolTrack) => boolean;
}

/** Weights of an artist in the draw, and then of each of the artist's tracks. */
export interface Weights {
  artist: (quota: Quota) => number;
  track: (track: PoolTrack) => number;
}

/**
 * Draws a track by chance: first an artist with a fitting track, by weight, then one of those tracks. Null
 * without any.
 */
export function drawTrack(
  quotas: readonly Quota[],
  { whose, which }: Wanted,
  weights: Weights,
  random: () => number,
): Drawn | null {
  let drawn: Quota | null = null;
  let sum = 0;
  for (const quota of quotas) {
    if (!whose(quota) || !quota.tracks.some((track) => which(track))) continue;
    const own = weights.artist(quota);
    sum += own;
    if (drawn === null || random() * sum < own) drawn = quota;
  }
  const track = drawn && drawOne(drawn, which, weights.track, random);
  return drawn && track && { track, quota: drawn, weight: sum };
}

function drawOne(
  quota: Quota,
  which: Wanted['which'],
  weight: Weights['track'],
  random: () => number,
): PoolTrack | null {
  let drawn: PoolTrack | null = null;
  let sum = 0;
  for (const track of quota.tracks) {
    if (!which(track)) continue;
    const own = weight(track);
    sum += own;
    if (drawn === null || random() * sum < own) drawn = track;
  }
  return drawn;
}

/** Returns the track with the highest score. */
export function bestTrack(
  quotas: readonly Quota[],
  { whose, which }: Wanted,
  score: (quota: Quota, track: PoolTrack) => number,
): Drawn | null {
  let best: Drawn | null = null;
  for (const quota of quotas) {
    if (!whose(quota)) continue;
    for (const track of quota.tracks) {
      if (!which(track)) continue;
      const weight = score(quota, track);
      if (best === null || weight > best.weight) best = { track, quota, weight };
    }
  }
  return best;
}
