import type { RotationRules } from './rotation-rules.ts';

/** The rests that a pool is large enough for. */
export interface PoolRests {
  /** No track comes again before; less than the rules ask for where the pool is short. */
  restMs: number;
  /** Longer: no track in its turn comes again before while others can. */
  roomMs: number;
  /** Longer still: from then on a track may come before its turn where nothing better can. */
  earlyMs: number;
}

/** The least and the most that the tracks of a short pool rest, as shares of its length. */
const SHORT_REST = { least: 0.6, most: 0.9 };
/** So many that have rested are to choose from even in a short pool. */
const SPARE_TRACKS = 4;
/** Of a pool's length: no track ends one round and begins the next. */
const ROOM = 0.25;
const EARLY = 0.85;
/** Beside a dominant artist others' tracks come early that often: a quarter more often than the artist's at most. */
const EARLY_BESIDE_DOMINANT = 0.8;
/** An artist's plays are at least so much of their even spacing apart; the rest of it is left to chance. */
const SPREAD = 0.62;
/** Of the even spacing: with a longer rest the artists would follow each other in a fixed circle. */
const LONGEST_GATE = 0.9;

/** `dominantShare`: the share of the plays of an artist who has more than half of them; 0 without such an artist. */
export function poolRests(
  pool: { roundMs: number; longestTrackMs: number; dominantShare: number },
  rules: RotationRules,
): PoolRests {
  const { roundMs, longestTrackMs, dominantShare } = pool;
  const mostMs = Math.min(SHORT_REST.most * roundMs, roundMs - SPARE_TRACKS * longestTrackMs);
  const restMs = Math.min(rules.trackRestMs, Math.max(SHORT_REST.least * roundMs, mostMs));
  return {
    restMs,
    roomMs: Math.max(restMs, ROOM * roundMs),
    earlyMs: Math.max(restMs, earlyShare(dominantShare) * roundMs),
  };
}

/** How far apart an artist's plays are at least, given how far apart they would be if all were even. */
export function artistGateMs(evenMs: number, dominantShareOfAnother: number, rules: RotationRules): number {
  const spreadMs = evenMs * (dominantShareOfAnother > 0 ? earlyShare(dominantShareOfAnother) : SPREAD);
  if (evenMs < rules.artistRestMs) return spreadMs;
  return Math.max(spreadMs, Math.min(rules.artistRestMs, LONGEST_GATE * evenMs));
}

/** Where the others have the share s of the plays and come after e of a round, they come (1 - s) / (e - s) as often. */
function earlyShare(dominantShare: number): number {
  return dominantShare > 0 ? 1 - (1 - EARLY_BESIDE_DOMINANT) * dominantShare : EARLY;
}
