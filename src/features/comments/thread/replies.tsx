import { useId } from 'react';
import type { Comment, Reply } from '#src/features/comments/comments.wire.ts';
import { AuthorLine } from './author-line.tsx';
import type { CommentActions } from './comment-actions.ts';
import { CommentButtons } from './comment-buttons.tsx';
import { commentElementId } from './comment-element-id.ts';
import styles from './replies.module.css';

/** The replies to a comment, oldest first. */
export function Replies({ comment, actions }: { comment: Comment; actions: CommentActions }) {
  return (
    <ul className={styles.list}>
      {comment.replies.map((reply) => (
        <li key={reply.id}>
          <ReplyCard reply={reply} actions={actions} />
        </li>
      ))}
    </ul>
  );
}

function ReplyCard({ reply, actions }: { reply: Reply; actions: CommentActions }) {
  const { nowMs, onDelete, onReport } = actions;
  const nameId = useId();
  return (
    <article id={commentElementId(reply.id)} tabIndex={-1} aria-labelledby={nameId}>
      <AuthorLine comment={reply} nameId={nameId} nowMs={nowMs} isReply>
        <CommentButtons
          comment={reply}
          isReply
          onDelete={() => onDelete(reply, 0)}
          onReport={() => onReport(reply)}
        />
      </AuthorLine>
      <p className={styles.words} dir="auto">
        {reply.comment}
      </p>
    </article>
  );
}
