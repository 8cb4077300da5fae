import { type ReactNode, useState } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useFinishedAct } from '#src/features/accounts/gate/use-finished-act.ts';
import type { Comment } from '#src/features/comments/comments.wire.ts';
import type { CommentForm } from '#src/features/comments/writing/comment-form.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

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
export function useReplyForm(plan: ReplyPlan): { isOpen: boolean; toggle: () => void; form: ReactNode } {
  const { track, comment, name, onPosted, onCancel } = plan;
  const text = useText();
  const language = useLanguage();
  const { user } = useSession();
  const { openGate } = useAccountDialogs();
  const showToast = useToast();
  const [opened, setOpened] = useState<{ Form: typeof CommentForm; userId: string } | null>(null);

  const openAs = (userId: string) => {
    Promise.all([
      import('#src/features/comments/writing/comment-form.tsx'),
      loadTexts('comments', language),
    ]).then(
      ([{ CommentForm: Form }]) => setOpened({ Form, userId }),
      () => showToast('refusal', text(navigator.onLine ? 'frame.failure' : 'frame.offline')),
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
