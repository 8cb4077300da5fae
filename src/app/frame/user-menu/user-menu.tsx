import { Suspense } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Button } from '#src/ui/button/button.tsx';
import styles from './user-menu.module.css';

/** The music goes on without the menu. */
const MemberMenu = fetchedPart(() => import('./member-menu.tsx').then((file) => file.MemberMenu));

/** The user's place in the navigation: a login button, or the member's menu [A13]. */
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
  return (
    <Suspense fallback={<span className={styles.coming} />}>
      <MemberMenu user={user} streamId={streamId} />
    </Suspense>
  );
}
