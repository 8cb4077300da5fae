import type { DrainOffsetsTable } from './drain-offsets-table.ts';
import type { MediaTable } from './media-table.ts';
import type { PlacementsTable } from './placements-table.ts';
import type { PlaysTable } from './plays-table.ts';
import type { SongsTable } from './songs-table.ts';
import type { StreamSongsTable } from './stream-songs-table.ts';

/** Columns in `_ms` are milliseconds since the Unix epoch; columns in `_folded` are written by foldText alone. */
export interface DatabaseSchema {
  songs: SongsTable;
  media: MediaTable;
  placements: PlacementsTable;
  stream_songs: StreamSongsTable;
  plays: PlaysTable;
  drain_offsets: DrainOffsetsTable;
}
