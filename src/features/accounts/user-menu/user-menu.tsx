import { lazy, Suspense } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { Avatar } from '#src/ui/avatar/avatar.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Disclosure } from '#src/ui/disclosure/disclosure.tsx';
import { useSession } from '../session/use-session.ts';
import { useAccountDialogs } from '../use-account-dialogs.tsx';
import styles from './user-menu.module.css';

const MemberLinks = lazy(() => import('./member-links.tsx').then((file) => ({ default: file.MemberLinks })));

/** Who is here: a button to log in, or the member with what is theirs. */
export function UserMenu({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const { openLogin } = useAccountDialogs();
  const { user } = useSession();
  if (user === null) {
    return (
      <Button look="ink" onClick={openLogin}>
        {text('frame.login')}
      </Button>
    );
  }
  const name = user.first_name ?? user.pseudo ?? user.email;
  return (
    <Disclosure
      align="end"
      label={text('frame.user.menu', { name })}
      buttonClass={styles.button}
      button={
        <>
          <Avatar picture={user.profile_picture} names={[user.first_name, user.last_name]} />
          <span className={styles.name}>{name}</span>
        </>
      }
    >
      <Suspense>
        <MemberLinks streamId={streamId} />
      </Suspense>
    </Disclosure>
  );
}
