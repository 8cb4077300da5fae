import { AccountForm, FormLink, FormLinks } from '#src/features/accounts/form/account-form.tsx';
import { EmailField } from '#src/features/accounts/form/email-field.tsx';
import { CurrentPasswordField } from '#src/features/accounts/form/password-fields.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { GateReason, giveUpAct } from '#src/features/accounts/gate/gate-reason.tsx';
import { ResendLink } from '#src/features/accounts/mail-links/resend-link.tsx';
import { useRememberReturn, useSignIn } from '#src/features/accounts/sessions/sign-in.ts';
import { SocialButtons } from '#src/features/accounts/social-buttons/social-buttons.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { logIn } from './login-calls.ts';

/** Signs in by a provider, or by e-mail and password. */
export function LoginDialog(props: {
  email: string;
  onRegister: (email: string) => void;
  onForgotten: (email: string) => void;
}) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const signIn = useSignIn();
  const rememberReturn = useRememberReturn();
  const { error: sessionError } = useSession();
  const form = useAccountForm({
    initial: { email: props.email, password: '' },
    check: ({ email, password }) => ({
      email: email.trim() === '' ? 'required' : null,
      password: password === '' ? 'required' : null,
    }),
    failure: text('accounts.error.login'),
  });
  const { email } = form.fields;

  return (
    <Dialog title={text('accounts.login.title')} onClose={() => giveUpAct(browser)}>
      <GateReason />
      <SocialButtons />
      <AccountForm
        form={form}
        error={form.error ?? (sessionError && text('accounts.error.initialisation'))}
        errorAction={
          form.code === 'email_not_verified' && (
            <ResendLink email={email} label={text('accounts.verify.again')} />
          )
        }
        submit={text('accounts.login.submit')}
        onSend={async (fields) => {
          const signedIn = await logIn(browser, fields, language);
          rememberReturn();
          dialogs.close();
          signIn(signedIn);
        }}
      >
        <EmailField {...form.bind('email')} />
        <CurrentPasswordField label={text('accounts.password')} {...form.bind('password')} />
      </AccountForm>
      <FormLinks>
        <FormLink onClick={() => props.onForgotten(email)}>{text('accounts.login.forgotten')}</FormLink>
        <FormLink onClick={() => props.onRegister(email)}>{text('accounts.login.register')}</FormLink>
      </FormLinks>
    </Dialog>
  );
}
