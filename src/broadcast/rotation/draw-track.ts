import type { PoolTrack } from './pool.ts';
import type { Standing } from './turns.ts';

export interface Drawn {
  track: PoolTrack;
  standing: Standing;
  /** The sum of the weights it was drawn among. */
  weight: number;
}

/** Whose tracks are asked for, and which of them. */
export interface Wanted {
  whose: (standing: Standing) => boolean;
  which: (track: PoolTrack) => boolean;
}

/** How likely an artist is drawn, and then which of their tracks. */
export interface Weights {
  artist: (standing: Standing) => number;
  track: (track: PoolTrack) => number;
}

/** Draws one by chance: an artist with such a track by weight, then one of the artist's tracks; null without any. */
export function drawTrack(
  standings: readonly Standing[],
  { whose, which }: Wanted,
  weights: Weights,
  random: () => number,
): Drawn | null {
  let drawn: Standing | null = null;
  let sum = 0;
  for (const standing of standings) {
    if (!whose(standing) || !standing.tracks.some((track) => which(track))) continue;
    const own = weights.artist(standing);
    sum += own;
    if (drawn === null || random() * sum < own) drawn = standing;
  }
  const track = drawn && drawOne(drawn, which, weights.track, random);
  return drawn && track && { track, standing: drawn, weight: sum };
}

function drawOne(
  standing: Standing,
  which: Wanted['which'],
  weight: Weights['track'],
  random: () => number,
): PoolTrack | null {
  let drawn: PoolTrack | null = null;
  let sum = 0;
  for (const track of standing.tracks) {
    if (!which(track)) continue;
    const own = weight(track);
    sum += own;
    if (drawn === null || random() * sum < own) drawn = track;
  }
  return drawn;
}

/** The one with the highest score. */
export function bestTrack(
  standings: readonly Standing[],
  { whose, which }: Wanted,
  score: (standing: Standing, track: PoolTrack) => number,
): Drawn | null {
  let best: Drawn | null = null;
  for (const standing of standings) {
    if (!whose(standing)) continue;
    for (const track of standing.tracks) {
      if (!which(track)) continue;
      const weight = score(standing, track);
      if (best === null || weight > best.weight) best = { track, standing, weight };
    }
  }
  return best;
}
