import type { RotationRules } from './rotation-rules.ts';

/** The tracks of a short pool rest for this share of its length. With more they would go round in one order. */
const SHORT_REST = 0.65;
/** No track comes again before this share of a round's plays: else it could end one round and begin the next. */
export const ROOM = 0.25;
/** After this share of a round's plays a track may come before its turn, where nothing better can. */
export const EARLY = 0.85;
/** An artist's plays are at least this share of their even spacing apart; the rest of it is left to chance. */
const SPREAD = 0.6;
const LONGEST_SPREAD = 0.8;
/** An artist rests for no more than this share of the even spacing: else all would go round in a fixed circle. */
const LONGEST_GAP = 0.9;

/** How far apart an artist's plays should be. */
export interface ArtistGap {
  /** Counted in plays of the stream: a mix of hours between two of their tracks is no more than one piece between. */
  plays: number;
  /** In time, from the end of one to the start of the next. */
  restMs: number;
  /** The larger of both as a share of the even spacing. */
  share: number;
}

/**
 * How long a track rests from its end until it may come again: for what the rules ask; in a short pool for a part of the
 * time that others fill, so that there are some to choose from.
 * @param pool the length of its round, and of the middle one of its tracks
 */
export function trackRestMs(
  { roundMs, typicalMs }: { roundMs: number; typicalMs: number },
  durationMs: number,
  rules: RotationRules,
): number {
  const shortMs = SHORT_REST * (roundMs - durationMs) - (1 - SHORT_REST) * typicalMs;
  return Math.min(rules.trackRestMs, Math.max(0, shortMs));
}

/**
 * How much a track that came early in the round before rather comes late in this one: the more, the longer the tracks of the
 * pool rest for its length, as the order of one round else would be that of the next.
 */
export function orderMixing(pool: { roundMs: number; typicalMs: number }, rules: RotationRules): number {
  return 2 * Math.max(ROOM, trackRestMs(pool, pool.typicalMs, rules) / pool.roundMs);
}

/** The dominant artist's, who may follow on themself. */
export const NO_GAP: ArtistGap = { plays: 0, restMs: 0, share: 0 };

/**
 * How far apart an artist's plays are at least.
 * @param even how far they would be if all were even; `slotPlays`: at each so manieth play artists of their kind can come
 */
export function artistGap(
  even: { plays: number; typicalMs: number; slotPlays: number },
  rules: RotationRules,
): ArtistGap {
  const { typicalMs } = even;
  const evenMs = even.plays * typicalMs;
  const waitPlays = (even.slotPlays - 1) / 2;
  const longestMs = LONGEST_GAP * evenMs - (1 + waitPlays) * typicalMs;
  const restMs = evenMs < rules.artistRestMs ? 0 : Math.min(rules.artistRestMs, longestMs);
  const whole = Math.ceil(SPREAD * even.plays);
  // Three whole plays would be a fixed circle for an artist who comes every third play.
  const plays = whole > LONGEST_SPREAD * even.plays ? Math.max(2, whole - 1) : whole;
  const gapPlays = Math.max(plays, restMs / typicalMs + 1) + waitPlays;
  return { plays, restMs, share: gapPlays / even.plays };
}
