import { type ReactNode, Suspense } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useInvitation } from '#src/features/accounts/invitation/use-invitation.ts';
import { usePlayerRedirect } from '#src/features/accounts/player-redirect/use-player-redirect.ts';
import { useInitialisationError } from '#src/features/accounts/sessions/use-initialisation-error.ts';
import { useAdFree } from '#src/features/ad-free/use-ad-free.ts';
import { useCompletion } from '#src/features/profile/completion/use-completion.tsx';
import { useFreshUser } from '#src/features/profile/use-fresh-user.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { fetchedTask } from './fetched-task.ts';

const YourSong = fetchedTask(() =>
  import('#src/features/your-song/your-song.tsx').then((file) => file.YourSong),
);

/**
 * Tasks of accounts that can wait: fetch the member's data, ask for a missing name, invite to register, open the login
 * that the external player asks for, have a pass for streams without adverts, tell of favourites on other streams. Shows
 * nothing itself.
 */
export function MemberInvitations(): ReactNode {
  const { user } = useSession();
  const { openLogin, openInvitation } = useAccountDialogs();
  useInitialisationError();
  useFreshUser();
  useAdFree(user !== null);
  useCompletion();
  usePlayerRedirect(openLogin);
  useInvitation(openInvitation);
  return <Suspense>{user && <YourSong userId={user.id} />}</Suspense>;
}
