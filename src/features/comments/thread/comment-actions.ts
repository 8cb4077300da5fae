import type { Comment, Reply } from '#src/features/comments/comments.wire.ts';

/** What the card of a comment or a reply is given, beside its words. */
export interface CommentActions {
  /** Full title. */
  readonly track: string;
  readonly nowMs: number;
  /**
   * Shows further replies to a comment. Resolves to the offset of the next ones; rejects when there is no
   * answer.
   */
  onMoreReplies(parentId: number, offset: number): Promise<number>;
  onPosted(posted: Comment): void;
  onDelete(comment: Reply, replies: number): void;
  onReport(comment: Reply): void;
}
