import type { ReactNode } from 'react';
import { ForgottenPasswordDialog } from './forgotten-password-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { ProfileCompletionDialog } from './profile-completion-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';

/** How one dialog leads to another. */
interface Ways {
  openLogin(): void;
  openRegister(): void;
  openForgottenPassword(): void;
}

/** The dialogs that ask who someone is, by what opens them. */
export const ACCOUNT_DIALOGS = {
  openLogin: (ways: Ways) => (
    <LoginDialog onRegister={ways.openRegister} onForgotten={ways.openForgottenPassword} />
  ),
  openRegister: (ways: Ways) => <RegisterDialog onLogin={ways.openLogin} />,
  openForgottenPassword: (ways: Ways) => <ForgottenPasswordDialog onLogin={ways.openLogin} />,
  openProfileCompletion: () => <ProfileCompletionDialog />,
  openInvitation: (ways: Ways, onLater: () => void) => (
    <InvitationDialog onRegister={ways.openRegister} onLater={onLater} />
  ),
} satisfies Record<string, (ways: Ways, onLater: () => void) => ReactNode>;
