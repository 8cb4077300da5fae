/** The rules between two rows of a chart, in order [R31]: plays, then likes, then title. */
export const CHART_RULES = ['plays', 'likes', 'title'] as const;
export type ChartRule = (typeof CHART_RULES)[number];

/** The rule that put each row below the one above it; for the first one, above the one below. */
export function rulesOf(rows: readonly { readonly plays: number; readonly likes: number }[]): ChartRule[] {
  return rows.map((row, index) => {
    const other = rows[index === 0 ? 1 : index - 1];
    if (other === undefined || other.plays !== row.plays) return 'plays';
    return other.likes === row.likes ? 'title' : 'likes';
  });
}
