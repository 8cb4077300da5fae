import type { Counted, Pool, PoolArtist, PoolTrack } from './pool.ts';

/** An artist of a pool, with the tracks that can be played and the plays still owed. */
export interface Quota {
  artist: PoolArtist;
  tracks: readonly PoolTrack[];
  /** Plays left in the round. */
  owed: number;
  /** Tracks never heard. */
  firsts: number;
}

/** Two points of the rounds closer than this, as a share of a round, count as the same. */
const SAME_POINT = 0.05;

/** Returns the artists with a playable track; the plays that the round still owes them are counted later. */
export function quotasOf(pool: Pool, resting: ReadonlySet<string>): Quota[] {
  const canPlay = ({ records }: PoolTrack) => records.some(({ id }) => !resting.has(id));
  return pool.artists
    .map((artist) => {
      const tracks = resting.size === 0 ? artist.tracks : artist.tracks.filter(canPlay);
      return { artist, tracks, owed: 0, firsts: 0 };
    })
    .filter(({ tracks }) => tracks.length > 0);
}

/** The current round. */
export interface Round {
  number: number;
  /** Plays that are left in it. */
  owed: number;
  /**
   * Whether listeners know tracks of this pool that are not new. Tracks never heard then come beside the
   * round, which does not wait for them.
   */
  isSettled: boolean;
}

/**
 * Counts the plays that the round owes to each artist. When none is owed any more, the next round has begun.
 * Null without tracks.
 */
export function countRound(quotas: Quota[], { rounds, memory }: Pool): Round | null {
  if (quotas.length === 0) return null;
  for (let number = rounds.round; ; number += 1) {
    let again = 0;
    let firsts = 0;
    for (const quota of quotas) {
      const counted = count(quota, number, memory.reachesBackMs);
      quota.owed = counted.again;
      quota.firsts = counted.firsts;
      again += counted.again;
      firsts += counted.firsts;
    }
    const isSettled = firsts > 0 && quotas.some(hasKnown);
    if (isSettled && again > 0) return { number, owed: again, isSettled };
    if (isSettled || again + firsts === 0) continue;
    for (const quota of quotas) quota.owed += quota.firsts;
    return { number, owed: again + firsts, isSettled };
  }
}

function hasKnown({ tracks }: Quota): boolean {
  return tracks.some((track) => !track.isNew && wasHeard(track));
}

/** Counts anew only where something changed: most artists are as they were at the choice before. */
function count({ artist, tracks }: Quota, round: number, reachesBackMs: number): Counted {
  const known = artist.counted;
  const heardMs = artist.heard.lastMs;
  const isWhole = tracks === artist.tracks;
  if (isWhole && known?.round === round && known.heardMs === heardMs) return known;
  const counted: Counted = { again: 0, firsts: 0, round, heardMs };
  for (const track of tracks) {
    if (isNeverHeard(track, reachesBackMs)) counted.firsts += 1;
    else counted.again += turnsOwed(track, round);
  }
  if (isWhole) artist.counted = counted;
  return counted;
}

function wasHeard({ seat }: PoolTrack): boolean {
  return seat.heard.lastMs !== Number.NEGATIVE_INFINITY;
}

/**
 * Returns how many plays a track is still owed in a round. A track that was away for long does not catch up.
 */
export function turnsOwed({ seat, plays }: PoolTrack, round: number): number {
  if (seat.paidTo === Number.NEGATIVE_INFINITY) return 1;
  const behind = Math.min(1, round - seat.paidTo);
  return behind < SAME_POINT ? 0 : Math.max(1, Math.round(behind * plays));
}

/** Whether no play of the track is known, and none can lie before memory begins. */
export function isNeverHeard(track: PoolTrack, reachesBackMs: number): boolean {
  return !wasHeard(track) && track.addedMs >= reachesBackMs;
}

/**
 * Returns the round up to which a track has had its plays once it plays again, to two decimals. Every play
 * counts, an early one too: a track that is ahead waits until the rounds have caught up with it.
 */
export function paidAfter(track: PoolTrack, round: number): number {
  if (track.seat.paidTo === Number.NEGATIVE_INFINITY) return round;
  const before = Math.max(track.seat.paidTo, round - 1);
  // In sixths, since thirds that were written to two decimals would drift from round to round.
  return Math.round((Math.round((before + 1 / track.plays) * 6) / 6) * 100) / 100;
}

/** Whether a track has had its turn in the round, and has not come early since. */
export function mayComeEarly({ seat }: PoolTrack, round: number): boolean {
  return seat.paidTo < round + 1 - SAME_POINT;
}
