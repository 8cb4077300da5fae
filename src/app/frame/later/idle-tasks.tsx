import { type ReactNode, Suspense, useEffect } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useFinishedAct } from '#src/features/accounts/gate/use-finished-act.ts';
import { useInvitation } from '#src/features/accounts/invitation/use-invitation.ts';
import { usePlayerRedirect } from '#src/features/accounts/player-redirect/go-to-player.ts';
import { useSessionMessage } from '#src/features/accounts/sessions/use-session-message.ts';
import { useAdFree } from '#src/features/ad-free/use-ad-free.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { isHlsWanted } from '#src/features/player/state/transport-wish.ts';
import { useChooseFavorite } from '#src/features/preferences/store/use-choose-favorite.ts';
import { useCompletion } from '#src/features/profile/completion/use-completion.tsx';
import { useMemberDialogs } from '#src/features/profile/dialogs/use-member-dialogs.tsx';
import { useFreshUser } from '#src/features/profile/use-fresh-user.ts';
import { useCastVote } from '#src/features/votes/vote-button.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { useLostFocus } from './lost-focus.ts';
import { useClientAddress } from './use-client-address.ts';

const OfflineWorker = fetchedPart(() =>
  import('#src/features/offline/offline-worker.ts').then((file) => file.OfflineWorker),
);

/**
 * What a page does by itself when nothing else is to be done; shows nothing. Inside of the dialogs' provider.
 */
export function IdleTasks(): ReactNode {
  useClientAddress();
  useLostFocus();
  useSegments();
  return (
    <>
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
 * Tasks of accounts that can wait: fetch the member's data, finish the act that led to a sign-in, ask for a
 * missing name, invite to register, open the login that the external player asks for, have a pass for streams
 * without adverts, tell of favourites on other streams. Shows nothing itself.
 */
function MemberInvitations(): ReactNode {
  const { user } = useSession();
  const { openLogin, openInvitation } = useAccountDialogs();
  useSessionMessage(openLogin);
  useFreshUser();
  useAdFree(user?.id ?? null);
  useFinishAct();
  useCompletion();
  usePlayerRedirect(openLogin);
  useInvitation(openInvitation);
  return <Suspense>{user && <YourSong userId={user.id} />}</Suspense>;
}

/**
 * Finishes the vote or the star that led a guest to sign in [A105]; comments finish theirs on the track's page. A
 * deletion that a member had to sign in again for is asked for once more [A107].
 */
function useFinishAct(): void {
  const castVote = useCastVote();
  const chooseFavorite = useChooseFavorite();
  const { openDeletion } = useMemberDialogs();
  useFinishedAct((act, { id }) => {
    if (act.kind === 'vote') castVote({ userId: id, title: act.title, vote: act.vote });
    else if (act.kind === 'star') chooseFavorite(act.streamId);
    else if (act.kind === 'deletion' && act.userId === id) openDeletion();
    return act.kind !== 'comment';
  });
}

/** Whoever hears segments has their scripts there when they press [R192]. */
function useSegments(): void {
  const browser = useBrowser();
  useEffect(() => {
    if (isHlsWanted(browser.storage, browser.clock.nowMs())) playerOf(browser).prepare();
  }, [browser]);
}
