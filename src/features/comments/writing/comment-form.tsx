import { type KeyboardEvent, useId } from 'react';
import { COMMENT_MAX } from '#src/contract/limits.ts';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import type { Comment } from '#src/features/comments/comments.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Hint } from '#src/ui/field/field.tsx';
import { TextArea } from '#src/ui/field/text-area.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './comment-form.module.css';
import type { DraftTarget } from './drafts.ts';
import { useCommentForm } from './use-comment-form.ts';

/** Numbers of characters left that are read out. */
const SAID_WHEN_LEFT = [20, 10, 0];

/** A comment, or a reply, to write and to send: by its button, or with Ctrl or Cmd and Enter. */
export function CommentForm(props: {
  target: DraftTarget;
  label: string;
  submit: string;
  rows: number;
  onPosted: (comment: Comment) => void;
  onCancel: () => void;
}) {
  const { target, label, submit, rows, onPosted, onCancel } = props;
  const text = useText();
  const counterId = useId();
  const form = useCommentForm(target, onPosted);
  const left = COMMENT_MAX - form.count;
  /** In a dialog, too, which would hear of it next. The draft stays [R92]. */
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel();
  };

  return (
    <form className={styles.form} noValidate onSubmit={form.send} onKeyDown={closeByKey}>
      {form.isKept && <Hint kind="good">{text('comments.kept')}</Hint>}
      <TextArea
        {...form.bind}
        label={label}
        rows={rows}
        problem={form.problem}
        growing={form.refused}
        noteId={counterId}
        onKeyDown={sendByKey}
      />
      <div className={styles.foot}>
        <p id={counterId} className={styles.count}>
          {form.count}/{COMMENT_MAX}
        </p>
        <p className={hidden.hidden} aria-live="polite">
          {SAID_WHEN_LEFT.includes(left) && text('comments.left', { count: left })}
        </p>
        <Button
          look="plain"
          disabled={form.isSending}
          onClick={() => {
            form.giveUp();
            onCancel();
          }}
        >
          {text('comments.cancel')}
        </Button>
        <Button type="submit" look="ink" disabled={!form.canSend}>
          {form.isSending && <Icon name="busy" size={18} spins />}
          {form.isSending ? text('comments.sending') : submit}
        </Button>
      </div>
    </form>
  );
}

function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/**
 * A comment on a track, or a reply to a comment that is not in sight. What was typed is there again when the dialog was
 * closed, or the session ended.
 */
export function WriteDialog(props: { target: DraftTarget; onPosted: (comment: Comment) => void }) {
  useOneMember();
  const text = useText();
  const dialogs = useDialogs();
  const isReply = props.target.parentId !== null;
  const title = text(isReply ? 'track.comments.reply' : 'comments.write.title');
  return (
    <Dialog title={title}>
      <CommentForm
        target={props.target}
        label={title}
        submit={text(isReply ? 'track.comments.reply' : 'comments.write.submit')}
        rows={4}
        onCancel={dialogs.close}
        onPosted={(comment) => {
          dialogs.close();
          props.onPosted(comment);
        }}
      />
    </Dialog>
  );
}
