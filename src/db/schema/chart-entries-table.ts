import type { ChartScope } from './chart-counts-table.ts';

/** A place in a chart that is over. Never changed. (week, scope, rank) is the key. */
export interface ChartEntriesTable {
  week: string;
  scope: ChartScope;
  /** From 1. */
  rank: number;
  song_id: number;
  plays: number;
  likes: number;
}
