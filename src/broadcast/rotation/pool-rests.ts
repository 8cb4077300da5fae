import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';

/** The rules of rotation. Shares are of the pool's length, or of the even spacing of an artist's tracks. */
export interface RotationRules {
  /** Time within which no track comes twice, where the pool is long enough. */
  trackRestMs: number;
  /** Time within which no artist comes twice, where there are enough of them. */
  artistRestMs: number;
  /** Age up to which a track is new and counts `newTrackWeight` times. */
  newTrackMs: number;
  newTrackWeight: number;
  /** Share of plays given to unheard tracks while there are any. */
  firstHearingShare: number;
}

export const ROTATION_RULES: RotationRules = {
  trackRestMs: 180 * MINUTE_MS,
  artistRestMs: 60 * MINUTE_MS,
  newTrackMs: 30 * DAY_MS,
  newTrackWeight: 1.5,
  firstHearingShare: 0.4,
};

/**
 * Share of a short pool's length for which its tracks rest. With more, they would always come in one order.
 */
const SHORT_REST = 0.65;
/**
 * Share of a round's plays before which no track comes again: otherwise it could end one round and begin the
 * next.
 */
export const ROOM = 0.25;
/** Share of a round's plays after which a track may come before its turn, where nothing better can. */
export const EARLY = 0.85;
/** Smallest share of their even spacing by which an artist's plays are apart; the rest is left to chance. */
const SPREAD = 0.6;
const LONGEST_SPREAD = 0.8;
/**
 * Largest share of the even spacing for which an artist rests: with more, all artists would go round in a
 * fixed circle.
 */
const LONGEST_GAP = 0.9;

/** How far apart an artist's plays should be. */
export interface ArtistGap {
  /**
   * Counted in plays of the stream: a mix of several hours between two of their tracks counts as one piece.
   */
  plays: number;
  /** In time, from the end of one to the start of the next. */
  restMs: number;
  /** The larger of the two, as a share of the even spacing. */
  share: number;
}

/**
 * Returns how long a track rests after its end: for what the rules ask, and in a short pool for a part of the
 * time that others fill, so that there are some to choose from.
 * @param pool the length of its round, and of its middle track by length
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
 * Returns how strongly a track that came early in the last round tends to come late in this one. It grows
 * with the rest of a pool's tracks relative to the pool's length: otherwise all rounds would have one order.
 */
export function orderMixing(pool: { roundMs: number; typicalMs: number }, rules: RotationRules): number {
  return 2 * Math.max(ROOM, trackRestMs(pool, pool.typicalMs, rules) / pool.roundMs);
}

/** The dominant artist's gap: they may follow on themself. */
export const NO_GAP: ArtistGap = { plays: 0, restMs: 0, share: 0 };

/**
 * Returns the smallest gap between an artist's plays.
 * @param even how far apart they would be if all were even; `stepPlays`: plays from one to the next at which
 * artists of their kind can come
 */
export function artistGap(
  even: { plays: number; typicalMs: number; stepPlays: number },
  rules: RotationRules,
): ArtistGap {
  const { typicalMs } = even;
  const evenMs = even.plays * typicalMs;
  const waitPlays = (even.stepPlays - 1) / 2;
  const longestMs = LONGEST_GAP * evenMs - (1 + waitPlays) * typicalMs;
  const restMs = evenMs < rules.artistRestMs ? 0 : Math.min(rules.artistRestMs, longestMs);
  const whole = Math.ceil(SPREAD * even.plays);
  // Three whole plays would be a fixed circle for an artist who comes every third play.
  const plays = whole > LONGEST_SPREAD * even.plays ? Math.max(2, whole - 1) : whole;
  const gapPlays = Math.max(plays, restMs / typicalMs + 1) + waitPlays;
  return { plays, restMs, share: gapPlays / even.plays };
}
