import { useState } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { removePicture } from './profile-calls.ts';
import styles from './profile-info.module.css';

/** The picture that a provider had of the member, with the way to be without one [A82]. */
export function PictureRow({ picture, onRemoved }: { picture: string; onRemoved: () => void }) {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);

  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      session.updateUser(await removePicture(browser, language));
      showToast('success', text('members.profile.picture-removed'));
      // The button is gone, and the focus with it.
      onRemoved();
    } catch (error) {
      showToast('refusal', failureWords(text, error, text('members.profile.error')));
      setBusy(false);
    }
  };

  return (
    <div>
      <dt>{text('members.profile.picture')}</dt>
      <dd>
        <Avatar picture={picture} names={[]} size={40} />
        <button type="button" className={styles.link} aria-disabled={isBusy} onClick={remove}>
          {text('members.profile.picture-remove')}
        </button>
      </dd>
    </div>
  );
}
