import type { Counted, Pool, PoolArtist, PoolTrack } from './pool.ts';

/** An artist of a pool with what can be played of theirs. */
export interface Quota {
  artist: PoolArtist;
  tracks: readonly PoolTrack[];
  /** Plays left in the round. */
  owed: number;
  /** Tracks never heard. */
  firsts: number;
}

/** Turns are counted in thirds of a round. */
const SAME_TURN = 0.05;

/** The artists with a playable track; the plays that the round still owes them are counted later. */
export function quotasOf(pool: Pool, resting: ReadonlySet<string>): Quota[] {
  const canPlay = ({ records }: PoolTrack) => records.some(({ id }) => !resting.has(id));
  return pool.artists
    .map((artist) => {
      const tracks = resting.size === 0 ? artist.tracks : artist.tracks.filter(canPlay);
      return { artist, tracks, owed: 0, firsts: 0 };
    })
    .filter(({ tracks }) => tracks.length > 0);
}

/** The round that is on. */
export interface Round {
  number: number;
  /** Plays that are left in it. */
  owed: number;
  /**
   * Whether the listeners know tracks of this pool that are not new: then those never heard come beside the round, and
   * it does not wait for them.
   */
  isSettled: boolean;
}

/**
 * Counts the plays that the round owes to each artist; when none has a turn left, the next round has begun. Null
 * without tracks.
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

/** Most artists stand where they stood at the choice before. */
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

export function wasHeard({ seat }: PoolTrack): boolean {
  return seat.heard.lastMs !== Number.NEGATIVE_INFINITY;
}

/** How many plays a track has left in a round. One that was away for long catches nothing up. */
export function turnsOwed({ seat, plays }: PoolTrack, round: number): number {
  if (seat.turn === Number.NEGATIVE_INFINITY) return 1;
  const behind = Math.min(1, round - seat.turn);
  return behind < SAME_TURN ? 0 : Math.max(1, Math.round(behind * plays));
}

/** No play of it is known, and there can have been none before memory begins. */
export function isNeverHeard(track: PoolTrack, reachesBackMs: number): boolean {
  return !wasHeard(track) && track.addedMs >= reachesBackMs;
}

/**
 * Up to which round a track has had its plays after another one, to two decimals. Each play counts, an early one as well:
 * what is ahead waits until the rounds have come up with it.
 */
export function turnAfter(track: PoolTrack, round: number): number {
  if (track.seat.turn === Number.NEGATIVE_INFINITY) return round;
  const before = Math.max(track.seat.turn, round - 1);
  // In sixths, since thirds that were written to two decimals would drift from round to round.
  return Math.round((Math.round((before + 1 / track.plays) * 6) / 6) * 100) / 100;
}

/** Whether a track has had its turn in the round, and no other before its time. */
export function mayComeEarly({ seat }: PoolTrack, round: number): boolean {
  return seat.turn < round + 1 - SAME_TURN;
}
