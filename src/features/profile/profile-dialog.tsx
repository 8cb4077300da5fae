import { SessionList } from '#src/features/accounts/sessions/session-list.tsx';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { AccountData } from './account-data.tsx';
import styles from './profile-dialog.module.css';
import { ProfileInfo } from './profile-info.tsx';
import { ProfileSummary } from './profile-summary.tsx';

/** The member's own profile, wherever they are. */
export function ProfileDialog(props: { onDelete: () => void }) {
  const text = useText();
  const dialogs = useDialogs();
  const { user } = useSession();
  const language = useLanguage();
  const streamId = useShownStream(null);
  return (
    <Dialog title={text('members.profile.title')}>
      {user === null ? (
        <p>{text('members.profile.guest')}</p>
      ) : (
        <div className={styles.content}>
          <ProfileSummary user={user} heading="p" onLeave={dialogs.close} />
          <ProfileInfo user={user} />
          <SessionList userId={user.id} />
          <AccountData user={user} onDelete={props.onDelete} />
          <Link
            className={buttonClass('line')}
            to={streamPagePath(language, streamId, 'profile')}
            onClick={dialogs.close}
          >
            {text('members.profile.page')}
          </Link>
        </div>
      )}
    </Dialog>
  );
}
