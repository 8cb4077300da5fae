import type { Language } from '#src/contract/languages.ts';
import { CurrentPasswordField, EmailField } from '#src/features/accounts/form/account-fields.tsx';
import { AccountForm, FormLink, FormLinks } from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { GateReason, giveUpAct } from '#src/features/accounts/gate/gate-reason.tsx';
import { takeUpMailAct } from '#src/features/accounts/gate/mail-act.ts';
import { ResendLink } from '#src/features/accounts/mail-links/mail-request-form.tsx';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { useRememberReturn, useSignIn } from '#src/features/accounts/sessions/sign-in.ts';
import { SocialButtons } from '#src/features/accounts/social-buttons/social-buttons.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';

/** The ways in: to sign in by a provider, to log in by e-mail and password. */
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
    <Dialog title={text('accounts.login.title')} holdsText onClose={() => giveUpAct(browser)}>
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
          // It leads on from whatever is open by now, such as the registration.
          dialogs.open(null);
          signIn(signedIn, location.search, takeUpMailAct(browser, signedIn.user.email));
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

/** @throws {CallError} whose message is the server's own where it gave one */
export function logIn(
  browser: Browser,
  { email, password }: { email: string; password: string },
  language: Language,
): Promise<SignedIn> {
  const body = { email, password };
  return callWire(browser, { endpoint: 'login', method: 'POST', body, language }, async () => signedInSchema);
}
