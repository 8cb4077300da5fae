import type { StreamId } from '#src/contract/streams.ts';

/** Where a piece of audio lies in the station folder: what is in rotation. */
export interface PlacementsTable {
  /** Path from STATION_DIR with forward slashes. */
  path: string;
  media_id: string;
  /** Null: for every stream. */
  stream_id: StreamId | null;
  folder: string;
}
