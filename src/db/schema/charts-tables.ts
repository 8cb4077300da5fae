import type { StreamId } from '#src/contract/streams.ts';

/** The charts: counts of now, and weeks as they ended. */
export interface ChartsTables {
  chart_counts: ChartCountsTable;
  chart_window: ChartWindowTable;
  chart_weeks: ChartWeeksTable;
  chart_entries: ChartEntriesTable;
}

/** A stream's chart, or the one over all of them. */
export type ChartScope = StreamId | 'all';

/**
 * Plays and likes of a song in the charts' window, kept up with every play. (scope, song_id) is the key.
 */
interface ChartCountsTable {
  scope: ChartScope;
  song_id: number;
  /** The song's, changed with it: the index gives a chart's rows in order. */
  folded: string;
  plays: number;
  /** The votes of all listeners: a vote belongs to the song, whatever stream it was heard on. */
  likes: number;
}

/** One row, `id` 1. A change of `chart_counts` locks it. */
interface ChartWindowTable {
  id: number;
  /** The first instant whose plays and likes `chart_counts` holds; chartWindowFrom says the last. */
  from_ms: number;
}

/** A week whose charts are written, and the instants that they count from and to (exclusive). */
interface ChartWeeksTable {
  /** ISO 8601, `2026-W47`. */
  week: string;
  from_ms: number;
  until_ms: number;
  written_ms: number;
}

/**
 * A place in a chart that is over. Never changed, but for the song that its song has become one with. (week,
 * scope, rank) is the key.
 */
export interface ChartEntriesTable {
  week: string;
  scope: ChartScope;
  /** From 1. */
  rank: number;
  song_id: number;
  plays: number;
  likes: number;
}
