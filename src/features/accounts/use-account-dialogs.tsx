import { type ReactNode, useMemo } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

export interface AccountDialogs {
  openLogin(): void;
  openRegister(): void;
  openForgottenPassword(): void;
  openProfileCompletion(): void;
  /** @param onLater the guest has declined, or closed it */
  openInvitation(onLater: () => void): void;
}

/** Opens the dialogs that ask who someone is. They and their texts are fetched when they are wanted. */
export function useAccountDialogs(): AccountDialogs {
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  return useMemo(() => {
    const open = (fetchDialog: () => Promise<ReactNode>) => {
      Promise.all([fetchDialog(), loadTexts('accounts', language)]).then(
        ([dialog]) => dialogs.open(dialog),
        () => showToast('refusal', text('frame.failure')),
      );
    };
    const openLogin = () =>
      open(async () => {
        const { LoginDialog } = await import('./dialogs/login-dialog.tsx');
        return <LoginDialog onRegister={openRegister} onForgotten={openForgottenPassword} />;
      });
    const openRegister = () =>
      open(async () => {
        const { RegisterDialog } = await import('./dialogs/register-dialog.tsx');
        return <RegisterDialog onLogin={openLogin} />;
      });
    const openForgottenPassword = () =>
      open(async () => {
        const { ForgottenPasswordDialog } = await import('./dialogs/forgotten-password-dialog.tsx');
        return <ForgottenPasswordDialog onLogin={openLogin} />;
      });
    const openProfileCompletion = () =>
      open(async () => {
        const { ProfileCompletionDialog } = await import('./dialogs/profile-completion-dialog.tsx');
        return <ProfileCompletionDialog />;
      });
    const openInvitation = (onLater: () => void) =>
      open(async () => {
        const { InvitationDialog } = await import('./dialogs/invitation-dialog.tsx');
        return <InvitationDialog onRegister={openRegister} onLater={onLater} />;
      });
    return { openLogin, openRegister, openForgottenPassword, openProfileCompletion, openInvitation };
  }, [text, language, dialogs, showToast]);
}
