import { useId, useState } from 'react';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { deleteComment, useCommentFailure } from '#src/features/comments/comment-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { ConfirmActions } from '#src/ui/dialog/confirm-actions.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** What is to be deleted. */
export interface Deletion {
  readonly id: number;
  readonly isReply: boolean;
  /** How many replies stay. */
  readonly replies: number;
}

/** Says what goes with a comment and what stays, and asks once more [R46]. */
export function DeleteCommentDialog(props: { deletion: Deletion; onDeleted: () => void }) {
  useOneMember();
  const browser = useBrowser();
  const { id, isReply, replies } = props.deletion;
  const text = useText();
  const textId = useId();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const { words, fail, forget } = useCommentFailure('comments.error.delete');

  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    forget();
    try {
      await deleteComment(browser, id, language).catch(forgiveGone);
      dialogs.close();
      props.onDeleted();
      showToast('success', text('comments.deleted'));
    } catch (error) {
      fail(error);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={text(isReply ? 'comments.delete.reply-title' : 'comments.delete.title')}
      describedBy={textId}
    >
      <p id={textId}>
        {text('comments.delete.final')}
        {replies > 0 && ` ${text('comments.delete.replies-stay', { count: replies })}`}
      </p>
      {words !== null && <Notice title={words} />}
      <ConfirmActions
        confirm={text('comments.delete.confirm')}
        keep={text('comments.delete.keep')}
        isBusy={isBusy}
        onConfirm={remove}
        onKeep={dialogs.close}
      />
    </Dialog>
  );
}

/** Counts a comment that another tab has deleted as deleted. */
function forgiveGone(error: unknown): void {
  if (!(error instanceof CallError) || error.code !== 'comment_not_found') throw error;
}
