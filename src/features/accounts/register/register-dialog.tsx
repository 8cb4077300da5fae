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
import { useSubmit } from '#src/features/accounts/form/use-submit.ts';
import { ruleWords } from '#src/features/accounts/rules/rule-words.ts';
import { useRememberReturn } from '#src/features/accounts/sessions/sign-in.ts';
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
  const [fields, setFields] = useState({ ...EMPTY_REGISTRATION, email: props.email });
  const [isChecked, setChecked] = useState(false);
  const { isBusy, error, problems, run, changed } = useSubmit(text('accounts.error.register'));
  const availability = useUsernameCheck(fields.pseudo, USERNAME_CHECK_PAUSE_REGISTRATION_MS);
  const broken = checkRegistration(fields);
  const problemOf = (name: keyof RegistrationFields) => {
    const problem = (isChecked ? broken[name] : null) ?? problems[name];
    return problem ? ruleWords(text, problem) : null;
  };
  const bind = (name: keyof RegistrationFields) => ({
    value: fields[name],
    onValue: (value: string) => {
      setFields((known) => ({ ...known, [name]: value }));
      changed(name);
    },
    problem: problemOf(name),
  });

  const submit = () => {
    setChecked(true);
    if (Object.values(broken).some(Boolean)) return false;
    run(async () => {
      const { again: _, ...account } = fields;
      const clientPreferences = { language, streamId, theme: readShownTheme(), device: deviceId() };
      const { user, token, emailSent } = await register({ ...account, clientPreferences }, language);
      rememberReturn();
      if (!emailSent && token !== null) session.signIn(user, token);
      props.onDone(emailSent ? 'mail-sent' : 'signed-in');
    });
    return true;
  };

  return (
    <>
      <AccountForm
        error={error}
        submit={text('accounts.register.submit')}
        isBusy={isBusy}
        isBlocked={availability === 'checking' || availability === 'taken'}
        onSubmit={submit}
      >
        <Pair>
          <Field label={text('accounts.first-name')} autoComplete="given-name" {...bind('firstName')} />
          <Field label={text('accounts.last-name')} autoComplete="family-name" {...bind('lastName')} />
        </Pair>
        <UsernameField
          label={text('accounts.username.optional')}
          availability={availability}
          {...bind('pseudo')}
        />
        <Field
          label={text('accounts.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          {...bind('email')}
        />
        <Pair>
          <PasswordField
            label={text('accounts.password')}
            showLabel={text('accounts.password.show')}
            autoComplete="new-password"
            hint={<Hint>{text('accounts.password.hint')}</Hint>}
            {...bind('password')}
          />
          <PasswordField
            label={text('accounts.password.again')}
            showLabel={text('accounts.password.show')}
            autoComplete="new-password"
            {...bind('again')}
          />
        </Pair>
      </AccountForm>
      <FormLinks>
        <FormLink onClick={() => props.onLogin(fields.email)}>{text('accounts.register.login')}</FormLink>
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
