import type { CSSProperties, ReactNode } from 'react';
import { authorName, nameParts, placeOf } from '#src/features/comments/comment-author.ts';
import type { Reply } from '#src/features/comments/comments.wire.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import styles from './author-line.module.css';

/**
 * Who said something and when; what can be done with it stands at the end.
 * @param props.nameId of the name
 */
export function AuthorLine(props: {
  comment: Reply;
  isReply?: boolean;
  nameId: string;
  nowMs: number;
  children: ReactNode;
}) {
  const { comment, isReply = false, nameId, nowMs, children } = props;
  const text = useText();
  const relative = useRelative();
  const { streams } = useStation();
  const name = authorName(comment);
  const colour = streams[placeOf(name ?? '', streams.length)]?.color;
  return (
    <header className={styles.line}>
      <span style={{ '--stream': colour } as CSSProperties}>
        <Avatar picture={comment.profile_picture} names={nameParts(name ?? '')} size={isReply ? 32 : 40} />
      </span>
      <p className={isReply ? `${styles.who} ${styles.inline}` : styles.who}>
        <bdi id={nameId} className={styles.name}>
          {name ?? text('track.comments.member')}
        </bdi>{' '}
        <time dateTime={comment.created_at}>{relative(comment.created_at, nowMs)}</time>
      </p>
      {children}
    </header>
  );
}
