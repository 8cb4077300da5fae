import { useId, useState } from 'react';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { eraseEntry } from '#src/features/diary/diary-calls.ts';
import { diaryNotesOf } from '#src/features/diary/recording/diary-notes.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { ConfirmActions } from '#src/ui/dialog/confirm-actions.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { erasuresOf } from './use-diary.ts';

/** Asks before a whole diary is erased. */
export function EraseDialog(props: { userId: string; total: number }) {
  const { userId, total } = props;
  useOneMember();
  const browser = useBrowser();
  const diaryNotes = diaryNotesOf(browser);
  const memberChanges = memberChangesOf(browser);
  const text = useText();
  const textId = useId();
  const dialogs = useDialogs();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const erase = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await eraseEntry(browser, 'all');
      diaryNotes.erase(userId);
      await memberChanges.tell(['diary']);
      erasuresOf(browser).note();
      dialogs.close();
      showToast('success', text('diary.erased'));
    } catch (error) {
      setBusy(false);
      showToast('refusal', failureWords(text, error, text('diary.erase-failed')));
    }
  };
  return (
    <Dialog title={text('diary.erase-title')} describedBy={textId}>
      <p id={textId}>{text('diary.erase-text', { count: total })}</p>
      <ConfirmActions
        confirm={text('diary.erase-confirm')}
        keep={text('diary.erase-keep')}
        isBusy={isBusy}
        onConfirm={erase}
        onKeep={dialogs.close}
      />
    </Dialog>
  );
}
