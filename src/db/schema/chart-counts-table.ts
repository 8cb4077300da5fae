import type { StreamId } from '#src/contract/streams.ts';

/** A stream's chart, or the one over all of them. */
export type ChartScope = StreamId | 'all';

/** Plays and likes of a song since `chart_window.from_ms`, kept up with every play. (scope, song_id) is the key. */
export interface ChartCountsTable {
  scope: ChartScope;
  song_id: number;
  /** The song's, which never changes: the index gives a chart's rows in order. */
  folded: string;
  plays: number;
  /** Of all listeners: a vote belongs to the song, whatever stream it was heard on. */
  likes: number;
}
