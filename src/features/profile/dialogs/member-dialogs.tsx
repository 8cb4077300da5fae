import type { ReactNode } from 'react';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { SessionList } from '#src/features/accounts/sessions/session-list.tsx';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { AccountData } from '#src/features/profile/details/account-data.tsx';
import { ProfileInfo } from '#src/features/profile/details/profile-info.tsx';
import { ProfileSummary } from '#src/features/profile/details/profile-summary.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import styles from './member-dialogs.module.css';

/** How one dialog leads to another. */
interface Ways {
  openDeletion(): void;
}

/** A member's own dialogs, by what opens them. */
export const MEMBER_DIALOGS = {
  openProfile: (ways: Ways) => <ProfileDialog onDelete={ways.openDeletion} />,
  openDeletion: () => <DeleteAccountDialog />,
} satisfies Record<string, (ways: Ways) => ReactNode>;

/** The member's own profile, wherever they are. */
function ProfileDialog(props: { onDelete: () => void }) {
  useOneMember();
  const text = useText();
  const dialogs = useDialogs();
  const { user } = useSession();
  const language = useLanguage();
  const streamId = useShownStream(null);
  return (
    <Dialog title={text('members.profile.title')} holdsText>
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
