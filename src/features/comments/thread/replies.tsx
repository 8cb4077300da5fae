import { useId, useState } from 'react';
import type { Comment, Reply } from '#src/features/comments/comments.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { AuthorLine } from './author-line.tsx';
import type { CommentActions } from './comment-actions.ts';
import { commentElementId } from './comment-element-id.ts';
import styles from './replies.module.css';
import type { MoreState } from './use-thread.ts';

/** The replies to a comment, oldest first, and a button for more where there are. */
export function Replies({ comment, actions }: { comment: Comment; actions: CommentActions }) {
  return (
    <>
      <ul className={styles.list}>
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
      <p className={styles.words} dir="auto">
        {reply.comment}
      </p>
    </article>
  );
}
