import { Suspense } from 'react';
import { SessionList } from '#src/features/accounts/sessions/session-list.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { Hero } from '#src/ui/hero/hero.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { AccountData } from './account-data.tsx';
import styles from './own-profile.module.css';
import { ProfileInfo } from './profile-info.tsx';
import { ProfileSummary } from './profile-summary.tsx';
import { useMemberDialogs } from './use-member-dialogs.tsx';

/** What a member finds on the page: no guest fetches it. */
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

/** Comes after what stands above it. */
const OwnFavorites = fetchedPart(
  () => import('#src/features/favorites/own/own-favorites.tsx').then((file) => file.OwnFavorites),
  FavoritesFailure,
);

function FavoritesFailure() {
  return <Notice title={useText()('members.profile.favorites-error')} />;
}
