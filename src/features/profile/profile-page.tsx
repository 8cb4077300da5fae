import { lazy, Suspense } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { SessionList } from '#src/features/accounts/sessions/session-list.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Hero } from '#src/ui/hero/hero.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import { AccountData } from './account-data.tsx';
import { ProfileInfo } from './profile-info.tsx';
import styles from './profile-page.module.css';
import { ProfileSummary } from './profile-summary.tsx';
import { useMemberDialogs } from './use-member-dialogs.tsx';

/** A member's own page. The document is the same for everybody; the browser finds out who is signed in. */
export function Page() {
  const text = useText();
  const dialogs = useMemberDialogs();
  const { user, isLoading } = useSession();
  const head = <PageHead title={text('members.profile.title')} isIndexed={false} />;
  if (user === null && !isLoading) {
    return (
      <>
        {head}
        <Locked />
      </>
    );
  }
  return (
    <>
      {head}
      <Hero inside={styles.inside}>
        {user ? <ProfileSummary user={user} heading="h1" /> : <SummarySkeleton />}
      </Hero>
      <div className={styles.page}>
        {user && (
          <>
            <div className={styles.top}>
              <ProfileInfo user={user} />
              <AccountData user={user} onDelete={dialogs.openDeletion} />
            </div>
            <Suspense>
              <OwnFavorites userId={user.id} />
            </Suspense>
            <SessionList userId={user.id} />
          </>
        )}
      </div>
    </>
  );
}

/** Comes after what stands above it, and for members alone. */
const OwnFavorites = lazy(() =>
  import('#src/features/favorites/own-favorites.tsx').then(
    (file) => ({ default: file.OwnFavorites }),
    () => ({ default: FavoritesFailure }),
  ),
);

function FavoritesFailure() {
  return <Notice title={useText()('members.profile.favorites-error')} />;
}

function Locked() {
  const text = useText();
  const dialogs = useAccountDialogs();
  return (
    <Band title={text('members.profile.title')} lead={text('members.profile.guest')}>
      <Button look="ink" shape="large" onClick={dialogs.openLogin}>
        {text('frame.login')}
      </Button>
    </Band>
  );
}

function SummarySkeleton() {
  const text = useText();
  return (
    <div className={styles.skeleton} aria-busy="true">
      <h1 className={styles.hidden}>{text('members.profile.title')}</h1>
      <Skeleton width="120px" height="120px" />
      <Skeleton width="min(420px, 60%)" height="56px" />
    </div>
  );
}
