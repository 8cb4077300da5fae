import type { StreamId } from '#src/contract/streams.ts';

/** A track that went on air. A stream plays one thing at a time: (stream_id, started_ms) is the key. */
export interface PlaysTable {
  stream_id: StreamId;
  /** Timeline instant of its first frame. */
  started_ms: number;
  song_id: number;
  /** Null when the catalogue did not know it at the time. */
  media_id: string | null;
  duration_ms: number;
}
