import { type ReactNode, useId, useRef, useState } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useFinishedAct } from '#src/features/accounts/gate/use-finished-act.ts';
import { authorName } from '#src/features/comments/comment-author.ts';
import type { Comment, Reply } from '#src/features/comments/comments.wire.ts';
import type { CommentForm } from '#src/features/comments/writing/comment-form.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { AuthorLine } from './author-line.tsx';
import type { CommentActions } from './comment-actions.ts';
import styles from './comment-card.module.css';
import type { MoreState } from './use-thread.ts';

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

interface ReplyPlan {
  readonly track: string;
  readonly comment: Comment;
  /** Who is replied to. */
  readonly name: string;
  onPosted(posted: Comment): void;
  /** Called before the form goes. */
  onCancel(): void;
}

/** The form to reply under a comment, fetched when it is first asked for. Guests are asked to log in. */
function useReplyForm(plan: ReplyPlan): { isOpen: boolean; toggle: () => void; form: ReactNode } {
  const { track, comment, name, onPosted, onCancel } = plan;
  const text = useText();
  const language = useLanguage();
  const { user } = useSession();
  const { openGate } = useAccountDialogs();
  const showToast = useToast();
  const [begun, setOpened] = useState<{ Form: typeof CommentForm; userId: string } | null>(null);
  // What one member has begun to write is not for the next one, nor sent in their name [A114].
  const opened = user === null || user.id === begun?.userId ? begun : null;

  const openAs = (userId: string) => {
    inTime(() =>
      Promise.all([
        import('#src/features/comments/writing/comment-form.tsx'),
        loadTexts('comments', language),
      ]),
    ).then(
      ([{ CommentForm: Form }]) => setOpened({ Form, userId }),
      (error) => {
        const why = navigator.onLine ? 'frame.failure' : 'frame.offline';
        showToast('refusal', text(error instanceof CallError ? 'frame.too-late' : why));
      },
    );
  };
  const toggle = () => {
    if (opened !== null) return setOpened(null);
    if (user === null) return openGate({ kind: 'comment', track, parentId: comment.id });
    openAs(user.id);
  };
  useFinishedAct((act, { id }) => {
    const isMine = act.kind === 'comment' && act.track === track && act.parentId === comment.id;
    if (isMine) openAs(id);
    return isMine;
  });

  const form = opened && (
    <opened.Form
      target={{ userId: opened.userId, track, parentId: comment.id }}
      label={text('track.comments.your-reply', { name })}
      submit={text('track.comments.reply')}
      rows={2}
      onPosted={(posted) => {
        setOpened(null);
        onPosted(posted);
      }}
      onCancel={() => {
        onCancel();
        setOpened(null);
      }}
    />
  );
  return { isOpen: opened !== null, toggle, form };
}

/** The replies to a comment, oldest first, and a button for more where there are. */
function Replies({ comment, actions }: { comment: Comment; actions: CommentActions }) {
  return (
    <>
      <ul className={styles.replies}>
        {comment.replies.map((reply) => (
          <li key={reply.id}>
            <ReplyCard reply={reply} actions={actions} />
          </li>
        ))}
      </ul>
      {comment.replies.length < comment.reply_count && <MoreReplies comment={comment} actions={actions} />}
    </>
  );
}

/** A comment brings its first replies; the next ones are asked for. */
function MoreReplies({ comment, actions }: { comment: Comment; actions: CommentActions }) {
  const text = useText();
  const [state, setState] = useState<MoreState>('resting');
  const ask = () => {
    if (state === 'busy') return;
    setState('busy');
    actions.onMoreReplies(comment.id).then(
      () => setState('resting'),
      (failure: unknown) => setState({ failure }),
    );
  };
  if (typeof state === 'object')
    return (
      <RetryNotice
        title={text('track.comments.replies-error')}
        error={state.failure}
        retry={ask}
        offline="frame.offline"
        isAnswer
      />
    );
  return (
    <Button look="line" aria-disabled={state === 'busy'} onClick={ask}>
      {state === 'busy' && <Icon name="busy" size={18} spins />}
      {text('track.comments.more-replies')}
    </Button>
  );
}

function ReplyCard({ reply, actions }: { reply: Reply; actions: CommentActions }) {
  const { nowMs, onDelete, onReport } = actions;
  const nameId = useId();
  return (
    <article id={commentElementId(reply.id)} tabIndex={-1} aria-labelledby={nameId}>
      <AuthorLine
        comment={reply}
        isReply
        nameId={nameId}
        nowMs={nowMs}
        onDelete={() => onDelete(reply, 0)}
        onReport={() => onReport(reply)}
      />
      <p className={styles.replyWords} dir="auto">
        {reply.comment}
      </p>
    </article>
  );
}

/** The id of the element that shows a comment or a reply. */
export function commentElementId(id: number): string {
  return `comment-${id}`;
}
