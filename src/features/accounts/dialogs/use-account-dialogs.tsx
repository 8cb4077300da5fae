import { useMemo } from 'react';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

export interface AccountDialogs {
  openLogin(): void;
  openRegister(): void;
  openForgottenPassword(): void;
  openProfileCompletion(): void;
  /** @param onLater the guest has declined, or closed it */
  openInvitation(onLater: () => void): void;
}

/** Opens the dialogs that ask who someone is. */
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
      openForgottenPassword: () => ways.openForgottenPassword(),
      openProfileCompletion: () => show('openProfileCompletion'),
      openInvitation: (onLater) => show('openInvitation', '', onLater),
    };
  }, [open]);
}
