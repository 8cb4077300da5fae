import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Where a guest who asks for what members can do is led [R22, R41]. */
export function useMemberGate() {
  const text = useText();
  const showToast = useToast();
  const dialogs = useAccountDialogs();
  return {
    /** Voting: to register. */
    inviteToVote: () => dialogs.openRegister(),
    /** A favourite stream: the refusal in words, the login dialog behind it. */
    askForLogin: () => {
      showToast('refusal', text('player.star-login'));
      dialogs.openLogin();
    },
  };
}
