import { type ReactNode, useEffect } from 'react';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { WireErrorCode } from '#src/contract/wire-errors.ts';
import type { SignedIn } from '#src/features/accounts/sessions/sessions.wire.ts';
import { useRememberReturn, useSignIn } from '#src/features/accounts/sessions/sign-in.ts';
import { signOut } from '#src/features/accounts/sessions/sign-out.ts';
import { takeReturnPage } from '#src/features/accounts/social-buttons/return-page.ts';
import { signInFailure } from '#src/features/accounts/social-buttons/sign-in-failure.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useNavigate, useParams } from '#src/page/navigation/navigation-context.tsx';
import { readReturn } from '#src/page/session/return-choices.ts';
import { session } from '#src/page/session/session-store.ts';
import { takeArrival } from '#src/page/session/sign-in-arrival.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { type ProviderReturn, readSignInReturn } from './read-sign-in-return.ts';
import { isOwnToken } from './return-proof.ts';
import { SignInQuestion } from './sign-in-question.tsx';
import { renewSession, whoIs } from './token-calls.ts';

/** Finishes a sign-in that comes back from a provider's page [A77]; shows nothing itself. */
export function SignInReturn(): ReactNode {
  const enter = useEnter();
  const fail = useFail();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address brings it once
  useEffect(() => {
    const came = readSignInReturn(takeArrival() ?? new URLSearchParams());
    if (came === null) return;
    const { provider, outcome } = came;
    const begunOn = takeReturnPage(provider, location.origin);
    const giveUp = (why: WireErrorCode | null) => fail(came, why, begunOn);
    if ('failed' in outcome) giveUp(outcome.failed);
    else enter(came, outcome.token).catch((error: unknown) => giveUp(codeOf(error)));
  }, []);
  return null;
}

/** The code of why a token was not taken; null when nobody said. */
function codeOf(error: unknown): WireErrorCode | null {
  const { status } = error instanceof CallError ? error : { status: 0 };
  return status === 401 ? 'credential_invalid' : status === 503 ? 'unavailable' : null;
}

/**
 * Signs in with a token [A78]: in silence where this browser was given it, which changes it for another. Else the visitor reads whose account it is, and
 * a member who is there already is asked first.
 */
function useEnter(): (came: ProviderReturn, token: string) => Promise<void> {
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  // The player may not have taken the address's stream up yet.
  const { streamId } = useParams();
  const signIn = useSignIn(streamId);
  const rememberReturn = useRememberReturn(streamId);
  return async ({ theme, redirect }, token) => {
    const finish = (signedIn: SignedIn) => {
      // Who came without pressing a button has left no choices behind.
      if (readReturn().language === undefined) rememberReturn(theme);
      signIn(signedIn, redirect);
    };
    if (await isOwnToken(window, token)) return finish(await renewSession(token, language));
    const user = await whoIs(token, language);
    const accept = () => finish({ user, token });
    const present = session.getState().user;
    if (present?.id === user.id) return accept();
    await loadTexts('accounts', language);
    if (present !== null) return dialogs.open(<SignInQuestion user={user} onAccept={accept} />);
    accept();
    showToast('info', text('accounts.social.signed-in', { email: user.email }), {
      label: text('frame.user.logout'),
      run: () => signOut(language),
    });
  };
}

/**
 * Goes back to where the sign-in began. Nothing is shown [A81]: the dialog says why when it is opened next; who changed
 * their mind needs no word.
 */
function useFail(): (
  came: ProviderReturn,
  why: WireErrorCode | null,
  begunOn: string | null,
) => Promise<void> {
  const navigate = useNavigate();
  const reason = useReason();
  return async ({ provider, redirect }, why, begunOn) => {
    if (session.getState().isAuthenticated) return;
    signInFailure.keep(why === 'sign_in_cancelled' ? null : await reason(provider, why));
    const { pathname, search } = new URL(begunOn ?? `${location.pathname}${redirect}`, location.origin);
    if (`${pathname}${search}` !== location.pathname) navigate({ pathname, search }, { replace: true });
  };
}

/** Why there is no sign-in, in words; where the texts cannot be had, none. */
function useReason(): (provider: SignInProvider, why: WireErrorCode | null) => Promise<string | null> {
  const text = useText();
  const language = useLanguage();
  return async (provider, why) => {
    try {
      await loadTexts(why === null ? 'accounts' : 'errors', language);
      return why === null
        ? text(`accounts.error.${provider}`)
        : text(`errors.${why}`, { provider: PROVIDER_NAMES[provider] });
    } catch {
      return null;
    }
  };
}
