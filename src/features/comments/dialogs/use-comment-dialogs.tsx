import { useMemo } from 'react';
import type { Comment } from '#src/features/comments/comments.wire.ts';
import type { DraftTarget } from '#src/features/comments/writing/drafts.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import type { Deletion } from './delete-comment-dialog.tsx';

export interface CommentDialogs {
  openWriting(target: DraftTarget, onPosted: (comment: Comment) => void): void;
  openDeletion(deletion: Deletion, onDeleted: () => void): void;
  openReport(id: number): void;
}

/**
 * Opens the dialogs of comments. The rules, with every
 * top-level domain of the Internet, come with the one to write.
 */
export function useCommentDialogs(): CommentDialogs {
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
          const { DeleteCommentDialog } = await import('./delete-comment-dialog.tsx');
          return <DeleteCommentDialog deletion={deletion} onDeleted={onDeleted} />;
        }),
      openReport: (id) =>
        open(['comments'], async () => {
          const { ReportDialog } = await import('./report-dialog.tsx');
          return <ReportDialog id={id} />;
        }),
    }),
    [open],
  );
}
