import { useEffect, useRef, useState } from 'react';
import { COMMENTS_PAGE } from '#src/contract/limits.ts';
import type { Thread } from '#src/features/comments/thread.ts';
import { useText } from '#src/i18n/use-text.ts';
import { isFocusLost } from '#src/page/focus-place.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import lineStyles from './author-line.module.css';
import type { CommentActions } from './comment-actions.ts';
import cardStyles from './comment-card.module.css';
import { CommentCard } from './comment-card.tsx';
import styles from './comment-list.module.css';
import type { MoreState } from './use-thread.ts';

/**
 * The comments that are there, and a button for more while there are.
 * @param props.onMore gives how many came
 */
export function CommentList(props: {
  thread: Thread;
  actions: CommentActions;
  more: MoreState;
  onMore: () => Promise<number>;
}) {
  const { thread, actions, more, onMore } = props;
  const { comments, has_more, total } = thread;
  const text = useText();
  const [cameTo, setCameTo] = useState<'now' | number | null>(null);
  // Said once: what is posted or deleted after that is said in words of its own.
  if (cameTo === 'now') setCameTo(comments.length);
  else if (cameTo !== null && cameTo !== comments.length) setCameTo(null);
  const hasFailed = typeof more === 'object';
  const button = useRef<HTMLButtonElement>(null);
  // It stands again where the failure was whose own button has just asked.
  useEffect(() => {
    if (more === 'busy' && isFocusLost()) button.current?.focus();
  }, [more]);
  const ask = async () => setCameTo((await onMore()) > 0 ? 'now' : null);
  return (
    <>
      <ul className={styles.list}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <CommentCard comment={comment} actions={actions} />
          </li>
        ))}
      </ul>
      {/* A live region is there before its words are. */}
      <p className={hidden.hidden} aria-live="polite">
        {cameTo === comments.length && text('track.comments.shown', { shown: comments.length, total })}
      </p>
      {hasFailed && (
        <div className={styles.more}>
          <RetryNotice
            title={text('track.comments.error')}
            error={more.failure}
            retry={ask}
            offline="frame.offline"
            isAnswer
          />
        </div>
      )}
      {has_more && !hasFailed && (
        // While it is busy it keeps the focus.
        <Button
          ref={button}
          look="line"
          className={`${styles.more} ${styles.button}`}
          aria-disabled={more === 'busy'}
          onClick={ask}
        >
          {more === 'busy' && <Icon name="busy" size={18} spins />}
          {text('track.comments.more')}
        </Button>
      )}
    </>
  );
}

/** Comments on their way, each as tall as one of a line. */
export function CommentListSkeleton() {
  return (
    <ul className={styles.list} aria-busy="true">
      {Array.from({ length: COMMENTS_PAGE }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={at} className={cardStyles.card}>
          <div className={lineStyles.line}>
            <Skeleton width="40px" height="40px" />
            <div className={lineStyles.who}>
              <Skeleton width="110px" height="18px" />
            </div>
          </div>
          <Skeleton width="min(440px, 85%)" height="24px" radius="8px" />
          <div className={cardStyles.actions} style={{ minHeight: 44 }} />
        </li>
      ))}
    </ul>
  );
}
