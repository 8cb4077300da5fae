import { useAccountDialogs } from './use-account-dialogs.tsx';
import { useCompletion } from './use-completion.ts';
import { useFreshUser } from './use-fresh-user.ts';
import { useInitialisationError } from './use-initialisation-error.ts';
import { useInvitation } from './use-invitation.ts';
import { usePlayerRedirect } from './use-player-redirect.ts';

/** What accounts do in their own time: look who the member is now, ask for a missing name, the sign-up, the login that the player wants. Shows nothing itself. */
export function MemberInvitations(): null {
  const dialogs = useAccountDialogs();
  useInitialisationError();
  useFreshUser();
  useCompletion(dialogs);
  usePlayerRedirect(dialogs);
  useInvitation(dialogs);
  return null;
}
