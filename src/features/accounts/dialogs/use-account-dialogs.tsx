import { useMemo } from 'react';
import type { OpenInvitation } from '#src/features/accounts/invitation/invite.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

export interface AccountDialogs {
  openLogin(): void;
  openRegister(): void;
  /** @param email to begin with */
  openForgottenPassword(email?: string): void;
  openInvitation: OpenInvitation;
}

/** Opens the dialogs of login and registration. */
export function useAccountDialogs(): AccountDialogs {
  const open = useFetchedDialogs();
  return useMemo(() => {
    const show = (name: keyof AccountDialogs, email = '', onLater = () => {}) =>
      open(['accounts'], async () => {
        const { ACCOUNT_DIALOGS } = await import('./account-dialogs.tsx');
        return ACCOUNT_DIALOGS[name]({ ways, email, onLater });
      });
    const ways = {
      openLogin: (email?: string) => show('openLogin', email),
      openRegister: (email?: string) => show('openRegister', email),
      openForgottenPassword: (email?: string) => show('openForgottenPassword', email),
    };
    return {
      openLogin: () => ways.openLogin(),
      openRegister: () => ways.openRegister(),
      openForgottenPassword: ways.openForgottenPassword,
      openInvitation: (onLater) => show('openInvitation', '', onLater),
    };
  }, [open]);
}
