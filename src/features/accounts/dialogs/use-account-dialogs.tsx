import { useMemo } from 'react';
import { type PendingAct, pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import type { OpenInvitation } from '#src/features/accounts/invitation/invite.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

export interface AccountDialogs {
  openLogin(): void;
  openRegister(): void;
  /**
   * The dialog that an act of members leads a guest to; it says why, and the act is finished afterwards
   * [A105].
   */
  openGate(act: PendingAct): void;
  /** @param email to begin with */
  openForgottenPassword(email?: string): void;
  openInvitation: OpenInvitation;
}

/** Opens the dialogs of login and registration. */
export function useAccountDialogs(): AccountDialogs {
  const pendingAct = pendingActOf(useBrowser());
  const open = useFetchedDialogs();
  return useMemo(() => {
    const show = (name: Exclude<keyof AccountDialogs, 'openGate'>, email = '', onLater = () => {}) =>
      open(['accounts'], async () => {
        const { ACCOUNT_DIALOGS } = await import('./account-dialogs.tsx');
        return ACCOUNT_DIALOGS[name]({ ways, email, onLater });
      });
    const ways = {
      openLogin: (email?: string) => show('openLogin', email),
      openRegister: (email?: string) => show('openRegister', email),
      openForgottenPassword: (email?: string) => show('openForgottenPassword', email),
    };
    const openFor = (act: PendingAct | null, show: () => void) => {
      pendingAct.set(act);
      show();
    };
    return {
      openLogin: () => openFor(null, ways.openLogin),
      openRegister: () => openFor(null, ways.openRegister),
      openGate: (act) => openFor(act, act.kind === 'vote' ? ways.openRegister : ways.openLogin),
      openForgottenPassword: (email) => openFor(null, () => ways.openForgottenPassword(email)),
      openInvitation: (onLater) => openFor(null, () => show('openInvitation', '', onLater)),
    };
  }, [open, pendingAct]);
}
