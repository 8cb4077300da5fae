import { useEffect, useState } from 'react';
import {
  REGISTER_CLOSE_MAIL_SENT_MS,
  REGISTER_CLOSE_MS,
  USERNAME_CHECK_PAUSE_REGISTRATION_MS,
} from '#src/contract/limits.ts';
import { AccountForm, FormLink, FormLinks, GoodNews } from '#src/features/accounts/form/account-form.tsx';
import { EmailField } from '#src/features/accounts/form/email-field.tsx';
import { NewPasswordFields } from '#src/features/accounts/form/password-fields.tsx';
import { useForm } from '#src/features/accounts/form/use-form.ts';
import { useRememberReturn } from '#src/features/accounts/sessions/sign-in.ts';
import { SocialButtons } from '#src/features/accounts/social-buttons/social-buttons.tsx';
import { NameFields, UsernameField } from '#src/features/accounts/username/name-fields.tsx';
import { useUsernameCheck } from '#src/features/accounts/username/use-username-check.ts';
import { isHeldBack } from '#src/features/accounts/username/username-check.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { session } from '#src/page/session/session-store.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { FieldPair } from '#src/ui/field/field-pair.tsx';
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
    if (!emailSent && user && token) session.signIn(user, token);
    props.onDone(emailSent ? 'mail-sent' : 'signed-in');
  };

  return (
    <>
      <SocialButtons />
      <AccountForm
        form={form}
        submit={text('accounts.register.submit')}
        isBlocked={isHeldBack(availability)}
        onSend={send}
      >
        <NameFields form={form} />
        <UsernameField
          label={text('accounts.username.optional')}
          availability={availability}
          {...form.bind('pseudo')}
        />
        <EmailField {...form.bind('email')} />
        <FieldPair>
          <NewPasswordFields form={form} />
        </FieldPair>
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
