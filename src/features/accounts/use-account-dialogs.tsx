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
    const show = (name: keyof AccountDialogs, onLater = () => {}) =>
      open(['accounts'], async () => {
        const { ACCOUNT_DIALOGS } = await import('./dialogs/account-dialogs.tsx');
        return ACCOUNT_DIALOGS[name](dialogs, onLater);
      });
    const dialogs: AccountDialogs = {
      openLogin: () => show('openLogin'),
      openRegister: () => show('openRegister'),
      openForgottenPassword: () => show('openForgottenPassword'),
      openProfileCompletion: () => show('openProfileCompletion'),
      openInvitation: (onLater) => show('openInvitation', onLater),
    };
    return dialogs;
  }, [open]);
}
