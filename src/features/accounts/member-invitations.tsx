import { useAccountDialogs } from './use-account-dialogs.tsx';
import { useCompletion } from './use-completion.ts';
import { useInvitation } from './use-invitation.ts';
import { usePlayerRedirect } from './use-player-redirect.ts';

/** What accounts ask for in their own time: the missing name, the sign-up, the login that the player wants. Shows nothing itself. */
export function MemberInvitations(): null {
  const dialogs = useAccountDialogs();
  useCompletion(dialogs);
  usePlayerRedirect(dialogs);
  useInvitation(dialogs);
  return null;
}
