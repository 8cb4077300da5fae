/** A week whose charts are written, and the instants that they count from and to (exclusive). */
export interface ChartWeeksTable {
  /** ISO 8601, `2026-W47`. */
  week: string;
  from_ms: number;
  until_ms: number;
  written_ms: number;
}
