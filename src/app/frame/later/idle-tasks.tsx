import { type ReactNode, Suspense } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useFinishedAct } from '#src/features/accounts/gate/use-finished-act.ts';
import { useInvitation } from '#src/features/accounts/invitation/use-invitation.ts';
import { usePlayerRedirect } from '#src/features/accounts/player-redirect/go-to-player.ts';
import { useAdFree } from '#src/features/ad-free/use-ad-free.ts';
import { LateTasks } from '#src/features/player-bar/bar/late-tasks.ts';
import { useCompletion } from '#src/features/profile/completion/use-completion.tsx';
import { useMemberDialogs } from '#src/features/profile/dialogs/use-member-dialogs.tsx';
import { useFreshUser } from '#src/features/profile/use-fresh-user.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { useClientAddress } from './use-client-address.ts';

const OfflineWorker = fetchedPart(() =>
  import('#src/features/offline/offline-worker.ts').then((file) => file.OfflineWorker),
);

/**
 * What a page does by itself when nothing else is to be done; shows nothing. Inside of the dialogs' provider.
 */
export function IdleTasks(): ReactNode {
  useClientAddress();
  return (
    <>
      <LateTasks />
      <MemberInvitations />
      <Suspense>
        <OfflineWorker />
      </Suspense>
    </>
  );
}

const YourSong = fetchedPart(() =>
  import('#src/features/your-song/your-song.tsx').then((file) => file.YourSong),
);

/**
 * Tasks of accounts that can wait: fetch the member's data, ask once more for a deletion, ask for a missing name, invite
 * to register, open the login that the external player asks for, have a pass for streams without adverts, tell of
 * favourites on other streams. Shows nothing itself.
 */
function MemberInvitations(): ReactNode {
  const { user } = useSession();
  const { openLogin, openInvitation } = useAccountDialogs();
  useFreshUser();
  useAdFree(user?.id ?? null);
  useAskDeletion();
  useCompletion();
  usePlayerRedirect(openLogin);
  useInvitation(openInvitation);
  return <Suspense>{user && <YourSong userId={user.id} />}</Suspense>;
}

/** A deletion that a member had to sign in again for is asked for once more [A107]. */
function useAskDeletion(): void {
  const { openDeletion } = useMemberDialogs();
  useFinishedAct((act, { id }) => {
    if (act.kind !== 'deletion') return false;
    if (act.userId === id) openDeletion();
    return true;
  });
}
