import { useState } from 'react';
import { FormLink, FormLinks, Lead } from '#src/features/accounts/form/account-form.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { MailRequestForm } from './mail-request-form.tsx';

/** Sends a link by which a new password can be chosen. */
export function ForgottenPasswordDialog(props: { email: string; onLogin: (email: string) => void }) {
  const text = useText();
  const [email, setEmail] = useState(props.email);
  return (
    <Dialog title={text('accounts.forgot.title')}>
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
