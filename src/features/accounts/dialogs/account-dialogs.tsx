import type { ReactNode } from 'react';
import { InvitationDialog } from '#src/features/accounts/invitation/invitation-dialog.tsx';
import { LoginDialog } from '#src/features/accounts/login/login-dialog.tsx';
import { ForgottenPasswordDialog } from '#src/features/accounts/mail-links/forgotten-password-dialog.tsx';
import { RegisterDialog } from '#src/features/accounts/register/register-dialog.tsx';

/** How one dialog leads to another: the e-mail address that was typed goes along. */
interface Ways {
  openLogin(email: string): void;
  openRegister(email: string): void;
  openForgottenPassword(email: string): void;
}

interface Opening {
  readonly ways: Ways;
  /** The address typed in the dialog before. */
  readonly email: string;
  onLater(): void;
}

/** The dialogs of login and registration, by the function that opens them. */
export const ACCOUNT_DIALOGS = {
  openLogin: ({ ways, email }) => (
    <LoginDialog email={email} onRegister={ways.openRegister} onForgotten={ways.openForgottenPassword} />
  ),
  openRegister: ({ ways, email }) => <RegisterDialog email={email} onLogin={ways.openLogin} />,
  openForgottenPassword: ({ ways, email }) => (
    <ForgottenPasswordDialog email={email} onLogin={ways.openLogin} />
  ),
  openInvitation: ({ ways, onLater }) => (
    <InvitationDialog onRegister={() => ways.openRegister('')} onLater={onLater} />
  ),
} satisfies Record<string, (opening: Opening) => ReactNode>;
