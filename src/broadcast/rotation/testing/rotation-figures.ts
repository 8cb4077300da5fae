import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { ROTATION_RULES } from '../rotation-rules.ts';
import { artistGaps } from './artist-gaps.ts';
import { differentOrders, meanCorrelation, repeatedOrders } from './round-orders.ts';
import type { SimulatedPlay } from './simulate-rotation.ts';

const LONG_POOL_MS = 12 * 3_600_000;
/** Of fewer tracks hardly any order keeps the rests: none can be asked not to come again. */
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
  /** Of a round's order with the next one's; null in pools of up to 12 hours. */
  correlation: number | null;
  /** Rounds in an order heard within the day before; null in longer pools and in tiny ones. */
  repeatedOrders: number | null;
  differentOrders: number;
}

/** What `rotationFigures` are held to. */
export const ROTATION_GOALS = { difference: 0.3, rest: 0.6, evenGaps: 0.95, correlation: 0.2 };

export function rotationFigures(
  records: readonly MediaRecord[],
  plays: readonly SimulatedPlay[],
): RotationFigures {
  const poolMs = records.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const counts = new Map(records.map(({ slug }) => [slug, 0]));
  for (const { record } of plays) counts.set(record.slug, (counts.get(record.slug) ?? 0) + 1);
  const fewestPlays = Math.min(...counts.values());
  const { needlessRepeats, even } = artistGaps(records, plays);
  const isLong = poolMs > LONG_POOL_MS;
  return {
    fewestPlays,
    mostPlays: Math.max(...counts.values()),
    differenceMost: Math.max(2, ROTATION_GOALS.difference * fewestPlays),
    shortestRestMs: shortestRestMs(plays),
    restLeastMs: Math.min(ROTATION_RULES.trackRestMs, ROTATION_GOALS.rest * poolMs),
    needlessRepeats,
    evenGaps: even,
    correlation: isLong ? meanCorrelation(plays, records.length) : null,
    repeatedOrders: isLong || records.length < ORDERLY_TRACKS ? null : repeatedOrders(plays, records.length),
    differentOrders: differentOrders(plays, records.length),
  };
}

/** The goals that are missed, in words. */
export function faultsOf(figures: RotationFigures, goals = ROTATION_GOALS): string[] {
  const { fewestPlays, mostPlays, differenceMost, shortestRestMs, restLeastMs } = figures;
  return [
    mostPlays - fewestPlays > differenceMost && `plays from ${fewestPlays} to ${mostPlays}`,
    shortestRestMs < restLeastMs && `a track again after ${shortestRestMs} ms instead of ${restLeastMs}`,
    figures.needlessRepeats > 0 && `${figures.needlessRepeats} artists twice in a row`,
    figures.evenGaps < goals.evenGaps && `only ${figures.evenGaps} of the gaps are even`,
    (figures.correlation ?? 0) > goals.correlation && `orders correlate by ${figures.correlation}`,
    (figures.repeatedOrders ?? 0) > 0 && `${figures.repeatedOrders} orders came again`,
  ].filter((fault) => fault !== false);
}

function shortestRestMs(plays: readonly SimulatedPlay[]): number {
  const last = new Map<string, number>();
  let shortest = Number.POSITIVE_INFINITY;
  for (const { record, startedMs } of plays) {
    shortest = Math.min(shortest, startedMs - (last.get(record.slug) ?? Number.NEGATIVE_INFINITY));
    last.set(record.slug, startedMs);
  }
  return shortest;
}
