import { Suspense } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Button } from '#src/ui/button/button.tsx';
import { Hero } from '#src/ui/hero/hero.tsx';
import { PlainFailure } from '#src/ui/notice/plain-failure.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './profile-page.module.css';

/** A member's own page. The document is the same for everybody; the browser finds out who is signed in. */
export function Page() {
  const text = useText();
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
      {user ? (
        <Suspense fallback={<Coming />}>
          {/* What one member has begun to write is not for the next one [A114]. */}
          <OwnProfile key={user.id} user={user} />
        </Suspense>
      ) : (
        <Coming />
      )}
    </>
  );
}

/** Fetched for members alone. */
const OwnProfile = fetchedPart(
  () => import('./own-profile.tsx').then((file) => file.OwnProfile),
  PlainFailure,
);

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

function Coming() {
  const text = useText();
  return (
    <>
      <Hero inside={styles.inside}>
        <div className={styles.skeleton} aria-busy="true">
          <h1 className={hidden.hidden}>{text('members.profile.title')}</h1>
          <Skeleton width="120px" height="120px" />
          <Skeleton width="min(420px, 60%)" height="56px" />
        </div>
      </Hero>
      <div className={styles.below} />
    </>
  );
}
