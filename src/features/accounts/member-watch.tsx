import { usePreferencePlace } from '#src/features/preferences/use-preference-place.ts';
import { useSessionOfTabs } from './session/use-session.ts';
import { useAccountDialogs } from './use-account-dialogs.tsx';
import { useCompletion } from './use-completion.ts';
import { useInvitation } from './use-invitation.ts';
import { usePlayerRedirect, useWantsPlayer } from './use-player-redirect.ts';

/** What accounts do by themselves on every page; shows nothing. Inside of the dialogs' provider. */
export function MemberWatch(): null {
  const dialogs = useAccountDialogs();
  useSessionOfTabs();
  usePreferencePlace(useWantsPlayer());
  useCompletion(dialogs);
  usePlayerRedirect(dialogs);
  useInvitation(dialogs);
  return null;
}
