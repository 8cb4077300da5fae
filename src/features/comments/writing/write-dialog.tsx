import type { Comment } from '#src/features/comments/comments.wire.ts';
import { useText } from '#src/i18n/use-text.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { CommentForm } from './comment-form.tsx';
import type { DraftPlace } from './drafts.ts';

/** A comment on a track. What was typed is there again when the dialog was closed, or the session ended. */
export function WriteDialog(props: { place: DraftPlace; onPosted: (comment: Comment) => void }) {
  const text = useText();
  const dialogs = useDialogs();
  const title = text('comments.write.title');
  return (
    <Dialog title={title}>
      <CommentForm
        place={props.place}
        label={title}
        submit={text('comments.write.submit')}
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
