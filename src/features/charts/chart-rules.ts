/** The rules of every chart (wire.md, "Names" and "Top 20"): plays of 30 days, most first, then likes, then title. */
export const CHART_WINDOW_MS = 30 * 86_400_000;

export const CHART_RULES = ['plays', 'likes', 'title'] as const;
export type ChartRule = (typeof CHART_RULES)[number];

/** What a place depends on. */
export interface ChartScore {
  readonly plays: number;
  readonly likes: number;
}

/** Negative when `a` stands above `b`, positive when below, 0 when the title has to say. */
export function compareScores(a: ChartScore, b: ChartScore): number {
  return b.plays - a.plays || b.likes - a.likes;
}

/** The rule that put each row below the one above it; for the first one, above the one below. */
export function rulesOf(rows: readonly ChartScore[]): ChartRule[] {
  return rows.map((row, index) => {
    const other = rows[index === 0 ? 1 : index - 1];
    if (other === undefined || other.plays !== row.plays) return 'plays';
    return other.likes === row.likes ? 'title' : 'likes';
  });
}

/** The ids that can stand in the first `count` places: those with as many plays as the last of them, or more. */
export function candidatesFor<Id>(count: number, plays: ReadonlyMap<Id, number>): Id[] {
  const most = [...plays.values()].sort((a, b) => b - a);
  const atLeast = most[count - 1] ?? 0;
  return [...plays].flatMap(([id, times]) => (times >= atLeast ? [id] : []));
}
