import { useId, useRef, useState } from 'react';
import { authorName } from '#src/features/comments/comment-author.ts';
import type { Comment } from '#src/features/comments/comments.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { AuthorLine } from './author-line.tsx';
import type { CommentActions } from './comment-actions.ts';
import styles from './comment-card.module.css';
import { commentElementId } from './comment-element-id.ts';
import { Replies } from './replies.tsx';
import { useReplyForm } from './use-reply-form.tsx';

/**
 * A comment with what can be done with it; its replies are folded up under a button with their number [R44].
 */
export function CommentCard({ comment, actions }: { comment: Comment; actions: CommentActions }) {
  const { track, nowMs, onPosted, onDelete, onReport } = actions;
  const text = useText();
  const nameId = useId();
  const repliesId = useId();
  const replyButton = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const name = authorName(comment) ?? text('track.comments.member');
  const count = comment.reply_count;
  const reply = useReplyForm({
    track,
    comment,
    name,
    onPosted(posted) {
      setOpen(true);
      onPosted(posted);
    },
    onCancel: () => replyButton.current?.focus(),
  });

  return (
    <article
      id={commentElementId(comment.id)}
      className={styles.card}
      tabIndex={-1}
      aria-labelledby={comment.deleted ? undefined : nameId}
    >
      {comment.deleted ? (
        <p className={styles.deleted}>{text('track.comments.deleted')}</p>
      ) : (
        <>
          <AuthorLine
            comment={comment}
            nameId={nameId}
            nowMs={nowMs}
            onDelete={() => onDelete(comment, count)}
            onReport={() => onReport(comment)}
          />
          <p className={styles.words} dir="auto">
            {comment.comment}
          </p>
        </>
      )}
      <div className={styles.actions}>
        {!comment.deleted && (
          <Button
            ref={replyButton}
            look="plain"
            aria-label={text('track.comments.reply-to', { name })}
            aria-expanded={reply.isOpen}
            onClick={reply.toggle}
          >
            <LaterIcon name="reply" size={18} />
            {text('track.comments.reply')}
          </Button>
        )}
        {count > 0 && (
          <Button
            look="plain"
            aria-expanded={isOpen}
            aria-controls={repliesId}
            onClick={() => setOpen(!isOpen)}
          >
            <LaterIcon name={isOpen ? 'up' : 'down'} size={18} />
            {text(isOpen ? 'track.comments.hide-replies' : 'track.comments.show-replies', { count })}
          </Button>
        )}
      </div>
      <div className={styles.below} hidden={!reply.isOpen && !(isOpen && count > 0)}>
        <div id={repliesId} hidden={!isOpen}>
          {isOpen && <Replies comment={comment} actions={actions} />}
        </div>
        {reply.form}
      </div>
    </article>
  );
}
