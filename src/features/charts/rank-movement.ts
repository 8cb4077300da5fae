/** How a track moved since the chart before. */
export type RankMovement =
  | { readonly kind: 'new' }
  | { readonly kind: 'same' }
  | { readonly kind: 'up' | 'down'; readonly places: number };

/** Ranks from 1; `previousRank` is null for a newcomer. */
export function rankMovement(rank: number, previousRank: number | null): RankMovement {
  if (previousRank === null) return { kind: 'new' };
  if (previousRank === rank) return { kind: 'same' };
  return { kind: rank < previousRank ? 'up' : 'down', places: Math.abs(rank - previousRank) };
}
