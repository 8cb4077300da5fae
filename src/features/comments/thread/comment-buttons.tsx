import { authorName, isOwn } from '#src/features/comments/comment-author.ts';
import type { Reply } from '#src/features/comments/comments.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './comment-buttons.module.css';

/** What a member can do with a comment or a reply: delete their own, report another's. Guests have nothing there. */
export function CommentButtons(props: {
  comment: Reply;
  isReply?: boolean;
  onDelete: () => void;
  onReport: () => void;
}) {
  const { comment, isReply = false, onDelete, onReport } = props;
  const text = useText();
  const { user } = useSession();
  if (user === null) return null;
  const name = authorName(comment) ?? text('track.comments.member');
  if (!isOwn(comment, user)) {
    const label = text('track.comments.report', { name });
    return (
      <button type="button" className={styles.report} aria-label={label} title={label} onClick={onReport}>
        <LaterIcon name="report" size={18} />
      </button>
    );
  }
  const label = text(isReply ? 'track.comments.delete-reply' : 'track.comments.delete');
  return (
    <>
      {!isReply && <span className={styles.you}>{text('track.comments.you')}</span>}
      <button type="button" className={styles.delete} aria-label={label} title={label} onClick={onDelete}>
        <LaterIcon name="bin" />
      </button>
    </>
  );
}
