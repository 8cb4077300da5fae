import { DAY_MS } from '#src/contract/durations.ts';
import type { SimulatedTrack } from './simulate-rotation.ts';

/** The plays in stretches of one round each, by slug. */
function rounds(plays: readonly SimulatedTrack[], tracks: number): string[][] {
  const slugs = plays.map(({ record }) => record.slug);
  return Array.from({ length: Math.floor(slugs.length / tracks) }, (_, at) =>
    slugs.slice(at * tracks, (at + 1) * tracks),
  );
}

/** How much the order of a round is that of the one before, on average; 1: the same, 0: nothing to do with it. */
export function meanCorrelation(plays: readonly SimulatedTrack[], tracks: number): number {
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
export function differentOrders(plays: readonly SimulatedTrack[], tracks: number): number {
  return new Set(rounds(plays, tracks).map((round) => round.join())).size;
}

/** Rounds in an order that was heard within the 24 hours before. */
export function repeatedOrders(plays: readonly SimulatedTrack[], tracks: number): number {
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
