import { useCallback, useEffect, useRef, useState } from 'react';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { EMAIL_VALIDATION_REDIRECT_MS } from '#src/contract/limits.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { GoodNews, Lead } from '#src/features/accounts/form/account-form.tsx';
import { Actions, Busy, NarrowPage, OtherWay } from '#src/features/accounts/form/narrow-page.tsx';
import { verifyEmail } from '#src/features/accounts/mail-links/mail-link-calls.ts';
import { MailRequestForm } from '#src/features/accounts/mail-links/mail-request-form.tsx';
import { pathAfterSignIn } from '#src/features/accounts/sessions/path-after-sign-in.ts';
import type { SignedIn } from '#src/features/accounts/sessions/sessions.wire.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { readReturn } from '#src/page/session/return-choices.ts';
import { session } from '#src/page/session/session-store.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { serverWords } from '#src/page/wire/server-words.ts';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { followPreferredHome, type Home, homeAfterValidation } from './home-after-validation.ts';
import { useLinkToken } from './use-link-token.ts';

/** Where a guest who gives up goes [A40]. */
const HOME = homePath(DEFAULT_LANGUAGE, DEFAULT_STREAM);

/** Where the link of a validation mail leads: opens the account and signs in. */
export function Page() {
  const text = useText();
  const link = useLinkToken();
  const { state, problem, retry } = useVerification(link);
  return (
    <NarrowPage title={text('accounts.verify.title')}>
      {state === 'loading' && <Busy>{text('accounts.verify.loading')}</Busy>}
      {state === 'done' && <GoodNews>{text('accounts.verify.done')}</GoodNews>}
      {state === 'failed' && (
        <>
          <Notice title={problem} />
          <Actions>
            <Button look="ink" onClick={retry}>
              {text('accounts.verify.retry')}
            </Button>
            <Link to={HOME} className={buttonClass('line')}>
              {text('accounts.verify.home')}
            </Link>
          </Actions>
          <OtherWay>
            <Lead>{text('accounts.verify.again-text')}</Lead>
            <MailRequestForm endpoint="resend-verification" submit={text('accounts.verify.again')} />
          </OtherWay>
        </>
      )}
    </NarrowPage>
  );
}

function useVerification({ token, forget }: ReturnType<typeof useLinkToken>) {
  const text = useText();
  const language = useLanguage();
  const goOn = useGoOn();
  const [outcome, setOutcome] = useState<'loading' | 'done' | 'failed'>('loading');
  const [failure, setFailure] = useState<unknown>(null);
  const isSent = useRef(false);

  const verify = useCallback(async () => {
    if (!token) return;
    setOutcome('loading');
    try {
      const signedIn = await verifyEmail(token, language);
      forget();
      setOutcome('done');
      goOn(signedIn);
    } catch (error) {
      // A link that the server refused stays refused; after a lost connection it is tried again, by a reload too.
      if (error instanceof CallError && error.code.startsWith('token_')) forget();
      setFailure(error);
      setOutcome('failed');
    }
  }, [token, forget, language, goOn]);

  // A link works once: it is sent once, however often the page is drawn.
  useEffect(() => {
    if (isSent.current || !token) return;
    isSent.current = true;
    verify();
  }, [token, verify]);

  // Without a token only the address can be tried again.
  const retry = token === null ? () => location.reload() : verify;
  const problem = token === null ? text('accounts.verify.no-token') : wordsOf(failure, text);
  return { state: token === null ? 'failed' : outcome, problem, retry };
}

function wordsOf(failure: unknown, text: ReturnType<typeof useText>): string {
  const isConnection = failure instanceof CallError && failure.code === 'no_answer';
  return serverWords(failure) ?? text(isConnection ? 'accounts.error.connection' : 'accounts.verify.error');
}

/** Signs in, and leads on after a moment to read the message. The sync forgets what was saved for the return. */
function useGoOn(): (signedIn: SignedIn) => void {
  const language = useLanguage();
  const navigate = useNavigate();
  return useCallback(
    ({ user, token }) => {
      const returning = readReturn();
      let preferred: Home | null = null;
      const unfollow = followPreferredHome((home) => {
        preferred = home;
      });
      session.signIn(user, token);
      setTimeout(() => {
        unfollow();
        const home = homeAfterValidation(preferred, returning, language);
        navigate(pathAfterSignIn(user, home), { replace: true });
      }, EMAIL_VALIDATION_REDIRECT_MS);
    },
    [language, navigate],
  );
}
