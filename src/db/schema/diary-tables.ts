import type { StreamId } from '#src/contract/streams.ts';

/** The tables of migration 006. */
export interface DiaryTables {
  diaries: DiariesTable;
  diary_entries: DiaryEntriesTable;
}

/** Members whose diary is on: it is off for who has no row. */
interface DiariesTable {
  user_id: string;
  /** When it was switched on, or last erased as a whole: plays that were over by then never enter. */
  since_ms: number;
}

/** A play that a member heard. (user_id, started_ms, stream_id) is the key: several devices give one row. */
interface DiaryEntriesTable {
  user_id: string;
  /** When the play began. */
  started_ms: number;
  stream_id: StreamId;
  song_id: number;
}
