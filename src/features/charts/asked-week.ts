import { type IsoWeek, parseIsoWeek } from '#src/platform/time-zone/iso-week.ts';

/** Which chart the query of the page's address asks for: `?week=2026-W47`. */
export type AskedWeek =
  | { readonly kind: 'running' }
  | { readonly kind: 'week'; readonly week: IsoWeek }
  | { readonly kind: 'no-week' };

export function readWeek(query: URLSearchParams): AskedWeek {
  const text = query.get('week');
  if (text === null || text === '') return { kind: 'running' };
  const week = parseIsoWeek(text);
  return week === null ? { kind: 'no-week' } : { kind: 'week', week };
}

/**
 * The kept weeks on either side of a chart; `week` null for the running one, which comes after all of them.
 * @param kept newest first
 */
export function neighbourWeeks(
  week: IsoWeek | null,
  kept: readonly IsoWeek[],
): { before: IsoWeek | null; after: IsoWeek | null } {
  if (week === null) return { before: kept[0] ?? null, after: null };
  return {
    before: kept.find((other) => other < week) ?? null,
    after: kept.findLast((other) => other > week) ?? null,
  };
}
