import { authorName, isOwn, nameIndex, nameParts } from '#src/features/comments/comment-author.ts';
import type { Reply } from '#src/features/comments/comments.wire.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './author-line.module.css';

/**
 * The line above a comment: its author, its age, and what a member can do with it.
 * @param props.nameId id of the element with the name
 */
export function AuthorLine(props: {
  comment: Reply;
  isReply?: boolean;
  nameId: string;
  nowMs: number;
  onDelete: () => void;
  onReport: () => void;
}) {
  const { comment, isReply = false, nameId, nowMs, onDelete, onReport } = props;
  const text = useText();
  const relative = useRelative();
  const { streams } = useStation();
  const name = authorName(comment);
  const stream = streams[nameIndex(name ?? '', streams.length)]?.id;
  return (
    <header className={styles.line}>
      <span data-stream={stream}>
        <Avatar picture={comment.profile_picture} names={nameParts(name ?? '')} size={isReply ? 32 : 40} />
      </span>
      <p className={isReply ? `${styles.who} ${styles.inline}` : styles.who}>
        <bdi id={nameId} className={styles.name}>
          {name ?? text('track.comments.member')}
        </bdi>{' '}
        <time dateTime={comment.created_at}>{relative(comment.created_at, nowMs)}</time>
      </p>
      <CommentButtons comment={comment} isReply={isReply} onDelete={onDelete} onReport={onReport} />
    </header>
  );
}

/** Buttons for members: to delete their own comment or reply, to report another's. Guests have none. */
function CommentButtons(props: {
  comment: Reply;
  isReply: boolean;
  onDelete: () => void;
  onReport: () => void;
}) {
  const { comment, isReply, onDelete, onReport } = props;
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
