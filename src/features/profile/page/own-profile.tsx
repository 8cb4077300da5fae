import { Suspense } from 'react';
import { SessionList } from '#src/features/accounts/sessions/session-list.tsx';
import { AccountData } from '#src/features/profile/details/account-data.tsx';
import { ProfileInfo } from '#src/features/profile/details/profile-info.tsx';
import { ProfileSummary } from '#src/features/profile/details/profile-summary.tsx';
import { useMemberDialogs } from '#src/features/profile/dialogs/use-member-dialogs.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { Hero } from '#src/ui/hero/hero.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import styles from './own-profile.module.css';

/** The page as the member sees it: guests never fetch it. */
export function OwnProfile({ user }: { user: User }) {
  const dialogs = useMemberDialogs();
  return (
    <>
      <Hero inside={styles.inside}>
        <ProfileSummary user={user} heading="h1" />
      </Hero>
      <div className={styles.page}>
        <div className={styles.top}>
          <ProfileInfo user={user} />
          <AccountData user={user} onDelete={dialogs.openDeletion} />
        </div>
        <Suspense>
          <OwnFavorites userId={user.id} />
        </Suspense>
        <SessionList userId={user.id} />
      </div>
    </>
  );
}

/** Fetched after what stands above it. */
const OwnFavorites = fetchedPart(
  () => import('#src/features/favorites/own/own-favorites.tsx').then((file) => file.OwnFavorites),
  FavoritesFailure,
);

function FavoritesFailure() {
  return <Notice title={useText()('members.profile.favorites-error')} />;
}
