import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { NewPasswordFields } from '#src/features/accounts/form/account-fields.tsx';
import { AccountForm } from '#src/features/accounts/form/account-form.tsx';
import { Actions, Busy, NarrowPage } from '#src/features/accounts/form/narrow-page.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { takeUpMailAct, waitsElsewhere } from '#src/features/accounts/gate/mail-act.ts';
import { checkLink, resetPassword } from '#src/features/accounts/mail-links/mail-link-calls.ts';
import { useSignIn } from '#src/features/accounts/sessions/sign-in.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { checkNewPassword } from '#src/members/rules/account-rules.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { NewLink } from './new-link.tsx';
import { useLinkToken } from './use-link-token.ts';

/**
 * Where the link of a "forgotten password" mail leads. Nobody invents a password for a link that is dead
 * [A39].
 */
export function Page() {
  const text = useText();
  const { state, problem, isUsed, token, forget, retry } = useLinkCheck();
  return (
    <NarrowPage title={text('accounts.reset.title')} lead={text('accounts.reset.text')}>
      {state === 'loading' && <Busy>{text('accounts.busy')}</Busy>}
      {state === 'dead' && (
        <>
          <Notice title={problem} action={isUsed ? <LoginButton /> : <NewLink />} />
          {isUsed && (
            <Actions>
              <NewLink />
            </Actions>
          )}
        </>
      )}
      {state === 'failed' && (
        <>
          <Notice title={problem} />
          <Actions>
            <Button look="ink" onClick={retry}>
              {text('accounts.verify.retry')}
            </Button>
          </Actions>
        </>
      )}
      {state === 'alive' && <NewPasswordForm token={token} onUsed={forget} />}
    </NarrowPage>
  );
}

/** For who has used the link already: the answer to the new password may have got lost [A139]. */
function LoginButton() {
  const text = useText();
  const { openLogin } = useAccountDialogs();
  return (
    <Button look="line" onClick={openLogin}>
      {text('accounts.login.submit')}
    </Button>
  );
}

function NewPasswordForm({ token, onUsed }: { token: string; onUsed: () => void }) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const signIn = useSignIn();
  const form = useAccountForm({
    initial: { password: '', again: '' },
    check: checkNewPassword,
    failure: text('accounts.error.connection'),
  });
  return (
    <AccountForm
      form={form}
      errorAction={form.code?.startsWith('token_') && <NewLink />}
      submit={text('accounts.reset.submit')}
      onSend={async ({ password }) => {
        const signedIn = await resetPassword(browser, { token, password }, language);
        onUsed();
        showToast('success', text('accounts.reset.done'));
        const begunOn = takeUpMailAct(browser, signedIn.user.email);
        if (waitsElsewhere(begunOn)) showToast('info', text('accounts.verify.act-elsewhere'));
        signIn(signedIn, location.search, begunOn);
        void memberChangesOf(browser).tell(['sign-in-ways', 'sessions']);
      }}
    >
      <NewPasswordFields form={form} />
    </AccountForm>
  );
}

/** Whether the link of the address still works, by the server; asking uses nothing up. */
function useLinkCheck() {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const { token, forget } = useLinkToken();
  const [state, setState] = useState<'loading' | 'alive' | 'dead' | 'failed'>('loading');
  const [failure, setFailure] = useState<unknown>(null);

  const check = useCallback(async () => {
    if (!token) return;
    setState('loading');
    try {
      await checkLink(browser, token, language);
      setState('alive');
    } catch (error) {
      const isDead = error instanceof CallError && error.code.startsWith('token_');
      setFailure(error);
      setState(isDead ? 'dead' : 'failed');
    }
  }, [token, language, browser]);

  // Who reads on in another language keeps what they have typed: a link that lives is asked about no more.
  const checkUnlessAlive = useEffectEvent(() => {
    if (state !== 'alive') check();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a refusal are the language's
  useEffect(() => checkUnlessAlive(), [token, language]);

  const problem = failureWords(text, failure, text('accounts.error.connection'));
  if (token === null)
    return {
      state: 'dead',
      problem: text('accounts.reset.no-token'),
      isUsed: false,
      token: '',
      forget,
      retry: check,
    } as const;
  const isUsed = failure instanceof CallError && failure.code === 'token_used';
  return { state, problem, isUsed, token: token ?? '', forget, retry: check } as const;
}
