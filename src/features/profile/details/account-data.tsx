import { useId, useState } from 'react';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { exportData } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Link } from '#src/page/navigation/link.tsx';
import type { User } from '#src/page/session/user.wire.ts';
import { saveJson } from '#src/page/storage/save-file.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './account-data.module.css';

/** Buttons to download a member's data, and to delete the account. */
export function AccountData({ user, onDelete }: { user: User; onDelete: () => void }) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const titleId = useId();
  const dialogs = useDialogs();
  const diaryPath = streamPagePath(language, useShownStream(null), 'profile/diary');
  const [isBusy, setBusy] = useState(false);

  const download = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      saveJson(`${user.pseudo ?? 'member'}.json`, await exportData(browser, language));
    } catch (error) {
      showToast('refusal', failureWords(text, error, text('members.data.export-failed')));
    }
    setBusy(false);
  };

  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {text('members.data.title')}
      </h2>
      <ul className={styles.list}>
        <li>
          <p>{text('members.data.diary-text')}</p>
          <Link className={buttonClass('line')} to={diaryPath} onClick={dialogs.close}>
            {text('members.data.diary')}
          </Link>
        </li>
        <li>
          <p>{text('members.data.export-text')}</p>
          {/* Not disabled while busy: it keeps the focus. */}
          <Button look="line" aria-disabled={isBusy} onClick={download}>
            <LaterIcon name={isBusy ? 'busy' : 'download'} size={18} spins={isBusy} />
            {text('members.data.export')}
          </Button>
        </li>
        <li>
          <p>{text('members.data.delete-text')}</p>
          <Button look="line" className={styles.delete ?? ''} onClick={onDelete}>
            <LaterIcon name="bin" size={18} />
            {text('members.data.delete')}
          </Button>
        </li>
      </ul>
    </section>
  );
}
