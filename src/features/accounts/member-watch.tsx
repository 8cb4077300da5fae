import { lazy, Suspense } from 'react';
import { usePreferencePlace } from '#src/features/preferences/use-preference-place.ts';
import { whenIdle } from '#src/platform/clock/when-idle.ts';
import { useSession, useSessionOfTabs } from './session/use-session.ts';
import { useWantsPlayer } from './use-wants-player.ts';

const MemberInvitations = lazy(() =>
  whenIdle()
    .then(() => import('./member-invitations.tsx'))
    .then(
      (file) => ({ default: file.MemberInvitations }),
      // Without it nobody is asked for anything.
      () => ({ default: () => null }),
    ),
);

/** What accounts do by themselves on every page; shows nothing. Inside of the dialogs' provider. */
export function MemberWatch() {
  useSessionOfTabs();
  usePreferencePlace(useWantsPlayer());
  const { isLoading } = useSession();
  return <Suspense>{isLoading ? null : <MemberInvitations />}</Suspense>;
}
