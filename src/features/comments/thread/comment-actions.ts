import type { Comment, Reply } from '#src/features/comments/comments.wire.ts';

/** What the card of a comment or a reply is given, beside its words. */
export interface CommentActions {
  /** Full title. */
  readonly track: string;
  readonly nowMs: number;
  /** Shows further replies to a comment. Rejects when there is no answer. */
  onMoreReplies(parentId: number): Promise<void>;
  onPosted(posted: Comment): void;
  onDelete(comment: Reply, replies: number): void;
  onReport(comment: Reply): void;
}
