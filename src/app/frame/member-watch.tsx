import { lazy, Suspense, useEffect } from 'react';
import { useWantsPlayer } from '#src/features/accounts/player-redirect/use-wants-player.ts';
import { useFollowPreferences } from '#src/features/preferences/use-follow-preferences.ts';
import { markMember } from '#src/page/session/member-mark.ts';
import { useSession, useSessionOfTabs } from '#src/page/session/use-session.ts';
import { useMemberChanges } from '#src/page/wire/use-member-changes.ts';
import { whenIdle } from '#src/platform/clock/when-idle.ts';

const MemberInvitations = lazy(() =>
  whenIdle()
    .then(() => import('./member-invitations.tsx'))
    .then(
      (file) => ({ default: file.MemberInvitations }),
      // Without its script these tasks are left out.
      () => ({ default: () => null }),
    ),
);

/** Tasks that accounts start by themselves on every page; shows nothing. Inside of the dialogs' provider. */
export function MemberWatch() {
  useSessionOfTabs();
  useMemberChanges();
  useFollowPreferences(useWantsPlayer());
  const { isLoading, isAuthenticated } = useSession();
  useEffect(() => {
    if (!isLoading) markMember(isAuthenticated);
  }, [isLoading, isAuthenticated]);
  return <Suspense>{isLoading ? null : <MemberInvitations />}</Suspense>;
}
