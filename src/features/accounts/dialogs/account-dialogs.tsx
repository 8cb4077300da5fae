import type { ReactNode } from 'react';
import { ForgottenPasswordDialog } from './forgotten-password-dialog.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { ProfileCompletionDialog } from './profile-completion-dialog.tsx';
import { RegisterDialog } from './register-dialog.tsx';

/** How one dialog leads to another: the address that has been written comes along. */
interface Ways {
  openLogin(email: string): void;
  openRegister(email: string): void;
  openForgottenPassword(email: string): void;
}

interface Opening {
  readonly ways: Ways;
  /** Written in the dialog before. */
  readonly email: string;
  onLater(): void;
}

/** The dialogs that ask who someone is, by what opens them. */
export const ACCOUNT_DIALOGS = {
  openLogin: ({ ways, email }) => (
    <LoginDialog email={email} onRegister={ways.openRegister} onForgotten={ways.openForgottenPassword} />
  ),
  openRegister: ({ ways, email }) => <RegisterDialog email={email} onLogin={ways.openLogin} />,
  openForgottenPassword: ({ ways, email }) => (
    <ForgottenPasswordDialog email={email} onLogin={ways.openLogin} />
  ),
  openProfileCompletion: () => <ProfileCompletionDialog />,
  openInvitation: ({ ways, onLater }) => (
    <InvitationDialog onRegister={() => ways.openRegister('')} onLater={onLater} />
  ),
} satisfies Record<string, (opening: Opening) => ReactNode>;
