import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import styles from './diary-choice.module.css';
import { DiarySwitch } from './diary-switch.tsx';

/** The diary among the preferences: its switch, and the way to it. */
export function DiaryChoice({ userId }: { userId: string }) {
  const text = useText();
  const dialogs = useDialogs();
  const path = streamPagePath(useLanguage(), useShownStream(null), 'profile/diary');
  return (
    <DiarySwitch userId={userId}>
      <Link className={styles.link} to={path} onClick={dialogs.close}>
        {text('diary.open')}
      </Link>
    </DiarySwitch>
  );
}
