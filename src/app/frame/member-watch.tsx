import { lazy, Suspense, useState } from 'react';
import { useWantsPlayer } from '#src/features/accounts/player-redirect/use-wants-player.ts';
import { useFollowPreferences } from '#src/features/preferences/use-follow-preferences.ts';
import { hasArrival } from '#src/page/session/sign-in-arrival.ts';
import { useSession, useSessionOfTabs } from '#src/page/session/use-session.ts';
import { useMemberChanges } from '#src/page/wire/use-member-changes.ts';
import { whenIdle } from '#src/platform/clock/when-idle.ts';

const IdleTasks = lazy(() =>
  whenIdle()
    .then(() => import('./later/later.ts'))
    .then(
      ({ later }) => ({ default: later.IdleTasks }),
      // Without its script these tasks are left out.
      () => ({ default: () => null }),
    ),
);

const SignInReturn = lazy(() =>
  import('#src/features/accounts/social-return/sign-in-return.tsx').then(
    (file) => ({ default: file.SignInReturn }),
    // Without its script nobody is signed in: the button is still there.
    () => ({ default: () => null }),
  ),
);

/** Tasks that accounts start by themselves on every page; shows nothing. Inside of the dialogs' provider. */
export function MemberWatch() {
  useSessionOfTabs();
  useMemberChanges();
  useFollowPreferences(useWantsPlayer());
  const { isLoading } = useSession();
  const [isReturn] = useState(() => typeof window !== 'undefined' && hasArrival());
  if (isLoading) return null;
  return (
    <>
      {isReturn && (
        <Suspense>
          <SignInReturn />
        </Suspense>
      )}
      <Suspense>
        <IdleTasks />
      </Suspense>
    </>
  );
}
