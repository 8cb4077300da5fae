import { useId } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Button } from '#src/ui/button/button.tsx';
import styles from './join-invitation.module.css';

/** Invites guests to make an account and a page like this. */
export function JoinInvitation() {
  const text = useText();
  const titleId = useId();
  const { isAuthenticated } = useSession();
  const dialogs = useAccountDialogs();
  if (isAuthenticated) return null;
  return (
    <section aria-labelledby={titleId} className={styles.invitation}>
      <div>
        <h2 id={titleId}>{text('members.lovepuls.invite-title')}</h2>
        <p>{text('members.lovepuls.invite-text')}</p>
      </div>
      <Button look="ink" shape="large" onClick={dialogs.openRegister}>
        {text('members.lovepuls.join')}
      </Button>
    </section>
  );
}
