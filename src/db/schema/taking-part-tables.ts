import type { Generated } from 'kysely';
import type { StreamId } from '#src/contract/streams.ts';
import type { Vote } from '#src/contract/votes.ts';
import type { IsoWeek } from '#src/platform/time-zone/iso-week.ts';

/** What members do on the site. */
export interface TakingPartTables {
  votes: VotesTable;
  comments: CommentsTable;
  comment_reports: CommentReportsTable;
  blocked_members: BlockedMembersTable;
  diaries: DiariesTable;
  diary_entries: DiaryEntriesTable;
}

/** (user_id, song_id, week) is the key: it decides which of several votes at once counts. */
interface VotesTable {
  user_id: string;
  song_id: number;
  /** In the station's time zone, as it was when the vote came. */
  week: IsoWeek;
  vote: Vote;
  voted_ms: number;
}

/** A comment, or a reply to one: replies have no replies of their own. */
interface CommentsTable {
  id: Generated<number>;
  song_id: number;
  /** The comment that a reply belongs to; null for a comment. */
  parent_id: number | null;
  /** Null once it was removed. */
  user_id: string | null;
  /** As the author wrote it, cleaned; '' once it was removed. */
  comment: string;
  created_ms: number;
  /** By its author: the row stays while it has replies, empty. */
  removed_ms: number | null;
  /** By the operator. */
  hidden_ms: number | null;
}

/** (comment_id, user_id) is the key: a member reports a comment once. */
interface CommentReportsTable {
  comment_id: number;
  user_id: string;
  reason: string;
  reported_ms: number;
  /** When the operator hid the comment, or let it stand; null while the report waits. */
  settled_ms: number | null;
}

/** Members who may not write. */
interface BlockedMembersTable {
  user_id: string;
  blocked_ms: number;
}

/** Members whose diary is on: it is off without a row. */
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
