import { type ReactNode, useEffect, useState } from 'react';
import { FormLink, FormLinks, Lead } from '#src/features/accounts/form/account-form.tsx';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { LoginDialog } from '#src/features/accounts/login/login-dialog.tsx';
import { MailRequestForm } from '#src/features/accounts/mail-links/mail-request-form.tsx';
import { RegisterDialog } from '#src/features/accounts/register/register-dialog.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';

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

/** Invites a guest to make an account. Closing it counts as "later"; a sign-in in another tab does not [A118]. */
function InvitationDialog(props: { onRegister: () => void; onLater: () => void }) {
  const text = useText();
  const dialogs = useDialogs();
  const { isAuthenticated } = useSession();
  useEffect(() => {
    if (isAuthenticated) dialogs.close();
  }, [isAuthenticated, dialogs]);
  return (
    <Dialog title={text('accounts.invite.title')} onClose={props.onLater}>
      <p>{text('accounts.invite.text')}</p>
      <Button look="ink" shape="large" onClick={props.onRegister}>
        {text('accounts.invite.main')}
      </Button>
      <Button
        look="line"
        shape="large"
        onClick={() => {
          props.onLater();
          dialogs.close();
        }}
      >
        {text('accounts.invite.later')}
      </Button>
    </Dialog>
  );
}

/** Sends a link by which a new password can be chosen. */
function ForgottenPasswordDialog(props: { email: string; onLogin: (email: string) => void }) {
  useOneMember();
  const text = useText();
  const [email, setEmail] = useState(props.email);
  return (
    <Dialog title={text('accounts.forgot.title')} holdsText>
      <Lead>{text('accounts.forgot.text')}</Lead>
      <MailRequestForm
        endpoint="forgot-password"
        submit={text('accounts.forgot.submit')}
        email={props.email}
        onEmail={setEmail}
      />
      <FormLinks>
        <FormLink onClick={() => props.onLogin(email)}>{text('accounts.forgot.back')}</FormLink>
      </FormLinks>
    </Dialog>
  );
}
