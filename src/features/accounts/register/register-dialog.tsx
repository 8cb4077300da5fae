import { useEffect, useState } from 'react';
import {
  REGISTER_CLOSE_MAIL_SENT_MS,
  REGISTER_CLOSE_MS,
  USERNAME_CHECK_PAUSE_REGISTRATION_MS,
} from '#src/contract/limits.ts';
import {
  AccountForm,
  FormLink,
  FormLinks,
  GoodNews,
  Pair,
} from '#src/features/accounts/form/account-form.tsx';
import { useForm } from '#src/features/accounts/form/use-form.ts';
import { useRememberReturn } from '#src/features/accounts/sessions/sign-in.ts';
import { SocialButtons } from '#src/features/accounts/social-buttons/social-buttons.tsx';
import { useUsernameCheck } from '#src/features/accounts/username/use-username-check.ts';
import { UsernameField } from '#src/features/accounts/username/username-field.tsx';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { session } from '#src/page/session/session-store.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Field, Hint } from '#src/ui/field/field.tsx';
import { PasswordField } from '#src/ui/field/password-field.tsx';
import { deviceId } from './device-id.ts';
import { register } from './register-calls.ts';
import { checkRegistration, EMPTY_REGISTRATION, type RegistrationFields } from './registration-fields.ts';

type Outcome = 'mail-sent' | 'signed-in';
const CLOSE_MS = { 'mail-sent': REGISTER_CLOSE_MAIL_SENT_MS, 'signed-in': REGISTER_CLOSE_MS } as const;

/** Makes an account. Where the station sends mail, the account opens with the link in one. */
export function RegisterDialog(props: { email: string; onLogin: (email: string) => void }) {
  const text = useText();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useCloseAfter(outcome && CLOSE_MS[outcome]);
  return (
    <Dialog title={text('accounts.register.title')}>
      {outcome === null && <RegisterForm {...props} onDone={setOutcome} />}
      {outcome === 'mail-sent' && <GoodNews icon="mail">{text('accounts.register.mail-sent')}</GoodNews>}
      {outcome === 'signed-in' && <GoodNews>{text('accounts.register.done')}</GoodNews>}
    </Dialog>
  );
}

function RegisterForm(props: {
  email: string;
  onLogin: (email: string) => void;
  onDone: (outcome: Outcome) => void;
}) {
  const text = useText();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const rememberReturn = useRememberReturn();
  const form = useForm({
    initial: { ...EMPTY_REGISTRATION, email: props.email },
    check: checkRegistration,
    failure: text('accounts.error.register'),
  });
  const availability = useUsernameCheck(form.fields.pseudo, USERNAME_CHECK_PAUSE_REGISTRATION_MS);

  const send = async ({ again: _, ...account }: RegistrationFields) => {
    const clientPreferences = { language, streamId, theme: readShownTheme(), device: deviceId() };
    const { user, token, emailSent } = await register({ ...account, clientPreferences }, language);
    rememberReturn();
    if (!emailSent && token !== null) session.signIn(user, token);
    props.onDone(emailSent ? 'mail-sent' : 'signed-in');
  };

  return (
    <>
      <SocialButtons />
      <AccountForm
        form={form}
        submit={text('accounts.register.submit')}
        isBlocked={availability === 'checking' || availability === 'taken'}
        onSend={send}
      >
        <Pair>
          <Field label={text('accounts.first-name')} autoComplete="given-name" {...form.bind('firstName')} />
          <Field label={text('accounts.last-name')} autoComplete="family-name" {...form.bind('lastName')} />
        </Pair>
        <UsernameField
          label={text('accounts.username.optional')}
          availability={availability}
          {...form.bind('pseudo')}
        />
        <Field
          label={text('accounts.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          {...form.bind('email')}
        />
        <Pair>
          <PasswordField
            label={text('accounts.password')}
            showLabel={text('accounts.password.show')}
            autoComplete="new-password"
            hint={<Hint>{text('accounts.password.hint')}</Hint>}
            {...form.bind('password')}
          />
          <PasswordField
            label={text('accounts.password.again')}
            showLabel={text('accounts.password.show')}
            autoComplete="new-password"
            {...form.bind('again')}
          />
        </Pair>
      </AccountForm>
      <FormLinks>
        <FormLink onClick={() => props.onLogin(form.fields.email)}>
          {text('accounts.register.login')}
        </FormLink>
      </FormLinks>
    </>
  );
}

/** Closes the dialog by itself after a while; null for never. */
function useCloseAfter(delayMs: number | null): void {
  const { close } = useDialogs();
  useEffect(() => {
    if (delayMs === null) return;
    const timer = setTimeout(close, delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, close]);
}
