import type { Comment, Reply } from '#src/features/comments/comments.wire.ts';

/** What becomes of a comment, or of a reply to one. */
export interface CommentActions {
  /** Full title. */
  readonly track: string;
  readonly nowMs: number;
  /**
   * Shows further replies to a comment; gives where the next ones begin, and rejects when they cannot be had.
   */
  onMoreReplies(parentId: number, offset: number): Promise<number>;
  onPosted(posted: Comment): void;
  onDelete(comment: Reply, replies: number): void;
  onReport(comment: Reply): void;
}
