import { lazy, Suspense } from 'react';
import { useWantsPlayer } from '#src/features/accounts/player-redirect/use-wants-player.ts';
import { useFollowPreferences } from '#src/features/preferences/use-follow-preferences.ts';
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

/** Tasks that accounts start by themselves on every page; shows nothing. Inside of the dialogs' provider. */
export function MemberWatch() {
  useSessionOfTabs();
  useMemberChanges();
  useFollowPreferences(useWantsPlayer());
  const { isLoading } = useSession();
  return <Suspense>{isLoading ? null : <IdleTasks />}</Suspense>;
}
