import { useEffect, useRef, useState } from 'react';
import {
  REGISTER_CLOSE_MAIL_SENT_MS,
  REGISTER_CLOSE_MS,
  USERNAME_CHECK_PAUSE_REGISTRATION_MS,
} from '#src/contract/limits.ts';
import { EmailField, NewPasswordFields } from '#src/features/accounts/form/account-fields.tsx';
import {
  AccountForm,
  FormLink,
  FormLinks,
  Lead,
  SuccessMessage,
} from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { GateReason, giveUpAct } from '#src/features/accounts/gate/gate-reason.tsx';
import { dropAct } from '#src/features/accounts/gate/kept-act.ts';
import { hasActForMail, keepActForMail } from '#src/features/accounts/gate/mail-act.ts';
import { ResendLink } from '#src/features/accounts/mail-links/mail-request-form.tsx';
import { expectSync } from '#src/features/accounts/player-redirect/go-to-player.ts';
import { enterSession, useRememberReturn } from '#src/features/accounts/sessions/sign-in.ts';
import { SocialButtons } from '#src/features/accounts/social-buttons/social-buttons.tsx';
import { NameFields, UsernameField } from '#src/features/accounts/username/name-fields.tsx';
import { isHeldBack, useUsernameCheck } from '#src/features/accounts/username/use-username-check.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { isRefusal } from '#src/page/wire/call-error.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { FieldPair } from '#src/ui/field/field.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { checkRegistration, deviceId, type RegistrationFields, register } from './registration.ts';
import { draftOf } from './registration-draft.ts';

/** How a registration ended, and for which address. */
interface Done {
  readonly outcome: 'mail-sent' | 'signed-in';
  readonly email: string;
}

/** Makes an account. Where the station sends mail, the account opens with the link in one. */
export function RegisterDialog(props: { email: string; onLogin: (email: string) => void }) {
  const browser = useBrowser();
  const text = useText();
  const [done, setDone] = useState<Done | null>(null);
  return (
    <Dialog title={text('accounts.register.title')} onClose={() => giveUpAct(browser)}>
      {done === null && <RegisterForm {...props} onDone={setDone} />}
      {done?.outcome === 'mail-sent' && <MailSent email={done.email} />}
      {done?.outcome === 'signed-in' && <Welcome />}
    </Dialog>
  );
}

function Welcome() {
  const text = useText();
  useCloseAfter(REGISTER_CLOSE_MS);
  return <SuccessMessage>{text('accounts.register.done')}</SuccessMessage>;
}

/** Says where the mail went. Whoever has it sent again has as long to read that once more. */
function MailSent({ email }: { email: string }) {
  const text = useText();
  const [sentAgain, setSentAgain] = useState(0);
  useCloseAfter(REGISTER_CLOSE_MAIL_SENT_MS, sentAgain);
  return (
    <>
      <SuccessMessage icon="mail">{text('accounts.register.mail-sent', { email })}</SuccessMessage>
      <Lead>{text('accounts.register.spam')}</Lead>
      <FormLinks>
        <ResendLink
          email={email}
          label={text('accounts.register.again')}
          onSent={() => setSentAgain((count) => count + 1)}
        />
      </FormLinks>
    </>
  );
}

function RegisterForm(props: {
  email: string;
  onLogin: (email: string) => void;
  onDone: (done: Done) => void;
}) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const rememberReturn = useRememberReturn();
  const showToast = useToast();
  const isShown = useIsShown();
  const [draft] = useState(() => draftOf(browser));
  const [initial] = useState(() => draft.begin(props.email, sessionOf(browser).getState().wasMember));
  const form = useAccountForm({
    initial,
    drafts: draft,
    check: checkRegistration,
    failure: text('accounts.error.register'),
  });
  const { username } = form.fields;
  const checked = useUsernameCheck(username, USERNAME_CHECK_PAUSE_REGISTRATION_MS);
  // It may be taken by the very account that this has opened [A142].
  const mayBeOwn = username !== '' && username.trim() === draft.lostUsername;
  const availability = mayBeOwn && checked === 'taken' ? 'unknown' : checked;

  const send = async ({ again: _, ...account }: RegistrationFields) => {
    const clientPreferences = {
      language,
      streamId,
      theme: readShownTheme(),
      device: deviceId(browser.storage),
    };
    const act = hasActForMail(browser, account.email);
    const tries = { isLost: draft.lostUsername !== null };
    const { user, token, emailSent } = await register(
      browser,
      { ...account, clientPreferences, act },
      language,
      tries,
    ).catch((error: unknown) => {
      // What was written is forgotten once somebody has signed in.
      if (!isRefusal(error) && !sessionOf(browser).getState().wasMember) draft.lose(account.username);
      throw error;
    });
    // What was kept for a provider's page is not this: a reload would take it for given up [A33].
    dropAct(browser.tabStorage);
    rememberReturn();
    draft.forget();
    const email = account.email.trim();
    if (emailSent) {
      keepActForMail(browser, email);
      inviteNoMore(browser);
    } else if (user && token) {
      expectSync(browser, user);
      enterSession(browser, { user, token }, language);
    }
    // Who has closed the dialog meanwhile is told all the same.
    if (isShown()) props.onDone({ outcome: emailSent ? 'mail-sent' : 'signed-in', email });
    else showToast('success', text(`accounts.register.${emailSent ? 'mail-sent' : 'done'}`, { email }));
  };

  return (
    <>
      <GateReason />
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
          {...form.bind('username')}
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

/** Whether the component is still there, for what comes later. */
function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}

/** Closes the dialog by itself after a while, counted anew when `since` changes. */
function useCloseAfter(delayMs: number, since = 0): void {
  const { close } = useDialogs();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change itself is what counts
  useEffect(() => {
    const timer = setTimeout(close, delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, since, close]);
}

/** Who waits for the mail is not invited to register [A62]. The script is the invitation's own: it stays apart. */
function inviteNoMore({ storage, tabStorage }: Browser): void {
  import('#src/features/accounts/invitation/invite.ts')
    .then(({ rememberInvited }) => rememberInvited({ browser: storage, tab: tabStorage }))
    .catch(() => {});
}
