/** One row, `id` 1. Locked by whoever changes `chart_counts`. */
export interface ChartWindowTable {
  id: number;
  /** The first instant whose plays and likes `chart_counts` holds. */
  from_ms: number;
}
