import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useInvitation } from '#src/features/accounts/invitation/use-invitation.ts';
import { usePlayerRedirect } from '#src/features/accounts/player-redirect/use-player-redirect.ts';
import { useInitialisationError } from '#src/features/accounts/sessions/use-initialisation-error.ts';
import { useCompletion } from '#src/features/profile/completion/use-completion.tsx';
import { useFreshUser } from '#src/features/profile/use-fresh-user.ts';

/**
 * Tasks of accounts that can wait: fetch the member's data, ask for a missing name, invite to register, open the login
 * that the external player asks for. Shows nothing itself.
 */
export function MemberInvitations(): null {
  const { openLogin, openInvitation } = useAccountDialogs();
  useInitialisationError();
  useFreshUser();
  useCompletion();
  usePlayerRedirect(openLogin);
  useInvitation(openInvitation);
  return null;
}
