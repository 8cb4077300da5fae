import { ROTATION_RULES } from '#src/broadcast/rotation/pool-rests.ts';
import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { artistGaps } from './artist-gaps.ts';
import type { SimulatedTrack } from './simulate-rotation.ts';

const LONG_POOL_MS = 12 * HOUR_MS;
/** Shorter pools come round too often for any order to be far from the one before. */
const SHORT_POOL_MS = 1.5 * HOUR_MS;
/** With fewer tracks hardly any order keeps the rests: none can be asked not to come again. */
const ORDERLY_TRACKS = 20;

/** The figures of a simulation of tracks of one age. */
export interface RotationFigures {
  fewestPlays: number;
  mostPlays: number;
  /** By how many plays the tracks may differ. */
  differenceMost: number;
  shortestRestMs: number;
  restLeastMs: number;
  needlessRepeats: number;
  /** See ArtistGaps. */
  evenGaps: number;
  evenGapsLeast: number;
  /** How much a round's order is the next one's; null in tiny pools. */
  correlation: number | null;
  /** More is asked of pools of more than 12 hours, whose tracks need not rest for most of their length. */
  correlationMost: number;
  /** Rounds in an order heard within the day before; null in longer pools and in tiny ones. */
  repeatedOrders: number | null;
  differentOrders: number;
}

/** What `rotationFigures` are held to. */
export const ROTATION_GOALS = {
  difference: 0.3,
  rest: 0.6,
  evenGaps: 0.95,
  /**
   * The goal in tiny pools: where an artist has about half, every other play is theirs and some gaps cannot
   * but be short.
   */
  tinyEvenGaps: 0.8,
  correlation: 0.2,
  shortCorrelation: 0.7,
};

export function rotationFigures(
  records: readonly MediaRecord[],
  plays: readonly SimulatedTrack[],
): RotationFigures {
  const poolMs = records.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const counts = new Map(records.map(({ slug }) => [slug, 0]));
  for (const { record } of plays) counts.set(record.slug, (counts.get(record.slug) ?? 0) + 1);
  const fewestPlays = Math.min(...counts.values());
  const { needlessRepeats, even } = artistGaps(records, plays);
  const isLong = poolMs > LONG_POOL_MS;
  const isOrderly = records.length >= ORDERLY_TRACKS;
  return {
    fewestPlays,
    mostPlays: Math.max(...counts.values()),
    differenceMost: Math.max(2, ROTATION_GOALS.difference * fewestPlays),
    shortestRestMs: shortestRestMs(plays),
    restLeastMs: Math.min(ROTATION_RULES.trackRestMs, ROTATION_GOALS.rest * poolMs),
    needlessRepeats,
    evenGaps: even,
    evenGapsLeast: isOrderly ? ROTATION_GOALS.evenGaps : ROTATION_GOALS.tinyEvenGaps,
    correlation: isOrderly && poolMs >= SHORT_POOL_MS ? meanCorrelation(plays, records.length) : null,
    correlationMost: isLong ? ROTATION_GOALS.correlation : ROTATION_GOALS.shortCorrelation,
    repeatedOrders: isLong || !isOrderly ? null : repeatedOrders(plays, records.length),
    differentOrders: differentOrders(plays, records.length),
  };
}

/** The goals that are missed, in words. */
export function faultsOf(figures: RotationFigures, evenGapsLeast = figures.evenGapsLeast): string[] {
  const { fewestPlays, mostPlays, differenceMost, shortestRestMs, restLeastMs } = figures;
  return [
    mostPlays - fewestPlays > differenceMost && `plays from ${fewestPlays} to ${mostPlays}`,
    shortestRestMs < restLeastMs && `a track again after ${shortestRestMs} ms instead of ${restLeastMs}`,
    figures.needlessRepeats > 0 && `${figures.needlessRepeats} artists twice in a row`,
    figures.evenGaps < evenGapsLeast && `only ${figures.evenGaps} of the gaps are even`,
    (figures.correlation ?? 0) > figures.correlationMost && `orders correlate by ${figures.correlation}`,
    (figures.repeatedOrders ?? 0) > 0 && `${figures.repeatedOrders} orders came again`,
  ].filter((fault) => fault !== false);
}

function shortestRestMs(plays: readonly SimulatedTrack[]): number {
  const last = new Map<string, number>();
  let shortest = Number.POSITIVE_INFINITY;
  for (const { record, startedMs } of plays) {
    shortest = Math.min(shortest, startedMs - (last.get(record.slug) ?? Number.NEGATIVE_INFINITY));
    last.set(record.slug, startedMs);
  }
  return shortest;
}

/** The plays in stretches of one round each, by slug. */
function rounds(plays: readonly SimulatedTrack[], tracks: number): string[][] {
  const slugs = plays.map(({ record }) => record.slug);
  return Array.from({ length: Math.floor(slugs.length / tracks) }, (_, at) =>
    slugs.slice(at * tracks, (at + 1) * tracks),
  );
}

/** How much the order of a round is that of the one before, on average; 1: the same, 0: nothing to do with it. */
function meanCorrelation(plays: readonly SimulatedTrack[], tracks: number): number {
  const all = rounds(plays, tracks);
  const pairs = all.slice(1).map((round, at) => rankCorrelation(all[at] ?? [], round));
  return pairs.reduce((sum, one) => sum + one, 0) / pairs.length;
}

/** Spearman's, of the tracks that stand in both. */
function rankCorrelation(one: readonly string[], other: readonly string[]): number {
  const others = new Set(other);
  const shared = [...new Set(one)].filter((slug) => others.has(slug));
  const kept = new Set(shared);
  const ranks = new Map([...others].filter((slug) => kept.has(slug)).map((slug, at) => [slug, at]));
  const squares = shared.reduce((sum, slug, at) => sum + (at - (ranks.get(slug) ?? 0)) ** 2, 0);
  const count = shared.length;
  return count < 2 ? 1 : 1 - (6 * squares) / (count * (count * count - 1));
}

/** How many different orders the rounds have. */
function differentOrders(plays: readonly SimulatedTrack[], tracks: number): number {
  return new Set(rounds(plays, tracks).map((round) => round.join())).size;
}

/** Rounds in an order that was heard within the 24 hours before. */
function repeatedOrders(plays: readonly SimulatedTrack[], tracks: number): number {
  const heard = new Map<string, number>();
  let count = 0;
  for (const [at, round] of rounds(plays, tracks).entries()) {
    const startedMs = plays[at * tracks]?.startedMs ?? 0;
    const order = round.join();
    if (startedMs - (heard.get(order) ?? Number.NEGATIVE_INFINITY) <= DAY_MS) count += 1;
    heard.set(order, startedMs);
  }
  return count;
}
