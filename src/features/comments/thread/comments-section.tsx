import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { COMMENT_MAX } from '#src/contract/limits.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import { useFinishedAct } from '#src/features/accounts/gate/use-finished-act.ts';
import type { Comment, Reply } from '#src/features/comments/comments.wire.ts';
import type { Deletion } from '#src/features/comments/dialogs/delete-comment-dialog.tsx';
import type { DraftTarget } from '#src/features/comments/writing/drafts.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { isFocusAround } from '#src/page/focus-place.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { useNow } from '#src/page/use-now.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { EmptyState } from '#src/ui/empty-state/empty-state.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import section from '#src/ui/section/section.module.css';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { commentElementId } from './comment-card.tsx';
import { CommentList, CommentListSkeleton } from './comment-list.tsx';
import styles from './comments-section.module.css';
import { useThread } from './use-thread.ts';

/**
 * What members say of a track [R44]: everybody reads, members write.
 * @param props.track full title
 * @param props.openedMs when the page was asked for
 */
export function CommentsSection({ track, openedMs }: { track: string; openedMs: number }) {
  const pendingAct = pendingActOf(useBrowser());
  const text = useText();
  const { number } = useFormats();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const giveFocus = useGiveFocus(() => heading.current);
  const nowMs = useNow(openedMs);
  const showToast = useToast();
  const { user } = useSession();
  const { openGate } = useAccountDialogs();
  const { openWriting, openDeletion, openReport } = useCommentDialogs();
  const { thread, error, isError, retry, more, showMore, showReplies, add, remove } = useThread(track);

  const onPosted = (posted: Comment) => {
    add(posted);
    // A dialog gives the focus back by itself, and whoever has gone on while the answer was late keeps it.
    giveFocus(posted.id, { isOnlyLost: true });
    showToast('success', text('comments.posted'));
  };
  const writeAs = (userId: string, parentId: number | null = null) =>
    openWriting({ userId, track, parentId }, onPosted);
  const write = () =>
    user === null ? openGate({ kind: 'comment', track, parentId: null }) : writeAs(user.id);
  useFinishedAct((act, { id }) => {
    if (act.kind !== 'comment' || act.track !== track) return false;
    // A card has its own form; who comes back from a provider's page finds the first comments alone.
    if (thread?.comments.some((comment) => comment.id === act.parentId)) return false;
    writeAs(id, act.parentId);
    return true;
  });
  useEffect(
    () => () => {
      if (pendingAct.read()?.kind === 'comment') pendingAct.set(null);
    },
    [pendingAct.set, pendingAct.read],
  );
  const onDelete = ({ id, parent_id }: Reply, replies: number) =>
    openDeletion({ id, isReply: parent_id !== null, replies }, () => {
      remove(id);
      giveFocus(parent_id ?? id);
    });
  const actions = {
    track,
    nowMs,
    onPosted,
    onDelete,
    async onMoreReplies(parentId: number) {
      const replies = await showReplies(parentId);
      // The button that was pressed may be gone.
      if (replies[0]) giveFocus(replies[0].id, { isOnlyLost: true });
    },
    onReport: ({ id }: Reply) => openReport(id),
  };
  const isEmpty = thread?.comments.length === 0 && !thread.has_more;

  return (
    <section aria-labelledby={headingId}>
      <header className={`${section.head} ${styles.head}`}>
        <h2 ref={heading} id={headingId} tabIndex={-1}>
          {text('track.comments')}
        </h2>
        {thread && !isEmpty && <p>{number(thread.total)}</p>}
        {!isEmpty && (
          <Button look="ink" className={styles.write ?? ''} onClick={write}>
            <LaterIcon name="speech" size={18} />
            {text('track.comments.write')}
          </Button>
        )}
      </header>
      {isEmpty && <NoComments onWrite={write} />}
      {thread && !isEmpty && (
        <CommentList
          thread={thread}
          actions={actions}
          more={more}
          onMore={async () => {
            const added = await showMore();
            if (added?.[0]) giveFocus(added[0].id, { isOnlyLost: true });
            return added?.length ?? 0;
          }}
        />
      )}
      {!thread &&
        (isError ? (
          <RetryNotice title={text('track.comments.error')} error={error} retry={retry} />
        ) : (
          <CommentListSkeleton />
        ))}
    </section>
  );
}

/** Nobody has said anything yet. */
function NoComments({ onWrite }: { onWrite: () => void }) {
  const text = useText();
  return (
    <EmptyState title={text('track.comments.empty')} level={3}>
      <p>{text('track.comments.empty.text', { max: COMMENT_MAX })}</p>
      <Button look="ink" onClick={onWrite}>
        {text('track.comments.empty.write')}
      </Button>
    </EmptyState>
  );
}

/**
 * Gives the focus to a comment once it is drawn, or to the heading when it is not there.
 * @returns a function that takes the comment's id; `isOnlyLost` leaves a focus that is elsewhere than around it
 */
function useGiveFocus(fallback: () => HTMLElement | null) {
  const [wanted, setWanted] = useState<{ id: number; isOnlyLost: boolean } | null>(null);
  const getFallback = useRef(fallback);
  useEffect(() => {
    if (wanted === null) return;
    const place = document.getElementById(commentElementId(wanted.id)) ?? getFallback.current();
    if (!wanted.isOnlyLost || isFocusAround(place)) place?.focus();
  }, [wanted]);
  return (id: number, { isOnlyLost = false } = {}) => setWanted({ id, isOnlyLost });
}

interface CommentDialogs {
  openWriting(target: DraftTarget, onPosted: (comment: Comment) => void): void;
  openDeletion(deletion: Deletion, onDeleted: () => void): void;
  openReport(id: number): void;
}

/**
 * Opens the dialogs of comments. The rules, with every top-level domain of the Internet, come with the one to
 * write.
 */
function useCommentDialogs(): CommentDialogs {
  const open = useFetchedDialogs();
  return useMemo(
    () => ({
      openWriting: (target, onPosted) =>
        open(['comments'], async () => {
          const { WriteDialog } = await import('#src/features/comments/writing/comment-form.tsx');
          return <WriteDialog target={target} onPosted={onPosted} />;
        }),
      openDeletion: (deletion, onDeleted) =>
        open(['comments'], async () => {
          const { DeleteCommentDialog } = await import(
            '#src/features/comments/dialogs/delete-comment-dialog.tsx'
          );
          return <DeleteCommentDialog deletion={deletion} onDeleted={onDeleted} />;
        }),
      openReport: (id) =>
        open(['comments'], async () => {
          const { ReportDialog } = await import('#src/features/comments/dialogs/report-dialog.tsx');
          return <ReportDialog id={id} />;
        }),
    }),
    [open],
  );
}
