import type { Generated } from 'kysely';
import type { StreamId } from '#src/contract/streams.ts';

/** What a stream knows of a song, kept up by the drains so that no page counts plays. */
export interface StreamSongsTable {
  stream_id: StreamId;
  song_id: number;
  /** When it was first placed in, or played on, this stream. */
  added_ms: number;
  /** On this stream; null before the first play. */
  first_played_ms: number | null;
  play_count: Generated<number>;
}
