import { type FormEvent, useId, useState } from 'react';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { reportComment, useCommentFailure } from '#src/features/comments/comment-calls.ts';
import { REPORT_REASONS, type ReportReason } from '#src/features/comments/comments.wire.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './report-dialog.module.css';

const REASONS = {
  spam: 'comments.report.spam',
  insult: 'comments.report.insult',
  private_data: 'comments.report.private-data',
  other: 'comments.report.other',
} as const satisfies Record<ReportReason, TextKey>;

/** Tells the operators of a comment, and why [W82]. */
export function ReportDialog({ id }: { id: number }) {
  useOneMember();
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const name = useId();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [isBusy, setBusy] = useState(false);
  const { words, fail, forget } = useCommentFailure('comments.report.failed');

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    forget();
    try {
      await reportComment(browser, id, reason, language);
      dialogs.close();
      showToast('success', text('comments.report.done'));
    } catch (error) {
      fail(error);
      setBusy(false);
    }
  };

  return (
    <Dialog title={text('comments.report.title')}>
      <form className={styles.form} onSubmit={send}>
        <fieldset className={styles.reasons}>
          <legend>{text('comments.report.text')}</legend>
          {REPORT_REASONS.map((value) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                checked={value === reason}
                onChange={() => {
                  setReason(value);
                  forget();
                }}
              />
              {text(REASONS[value])}
            </label>
          ))}
        </fieldset>
        {words !== null && <Notice title={words} />}
        <div className={styles.actions}>
          {/* While it is busy it keeps the focus, for who reads why it failed. */}
          <Button type="submit" look="ink" aria-disabled={isBusy}>
            {isBusy && <Icon name="busy" size={18} spins />}
            {text('comments.report.submit')}
          </Button>
          <Button look="plain" disabled={isBusy} onClick={dialogs.close}>
            {text('comments.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
