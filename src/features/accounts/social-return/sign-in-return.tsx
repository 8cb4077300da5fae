import { type ReactNode, useEffect, useId } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { WireErrorCode } from '#src/contract/wire-errors.ts';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { broughtOf } from '#src/features/accounts/gate/brought-member.ts';
import { takeAct } from '#src/features/accounts/gate/kept-act.ts';
import { type PendingAct, pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import {
  callByToken,
  dropSession,
  useRememberReturn,
  useSignIn,
} from '#src/features/accounts/sessions/sign-in.ts';
import {
  signInFailureOf,
  takeReturnPage,
  useTellCleared,
} from '#src/features/accounts/social-buttons/sign-in-way.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useNavigate, useParams } from '#src/page/navigation/navigation-context.tsx';
import { forgetReturn, readReturn } from '#src/page/session/return-choices.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { takeArrival } from '#src/page/session/sign-in-arrival.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { readAnswer } from '#src/page/wire/call-wire.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { isOwnToken, type ProviderReturn, readSignInReturn } from './read-sign-in-return.ts';

/** Finishes a sign-in that comes back from a provider's page [A77]; shows nothing itself. */
export function SignInReturn(): ReactNode {
  const { storage, tabStorage } = useBrowser();
  const enter = useEnter();
  const fail = useFail();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address brings it once
  useEffect(() => {
    const came = readSignInReturn(takeArrival()?.values ?? new URLSearchParams());
    if (came === null) return;
    const { provider, outcome } = came;
    const begunOn = takeReturnPage(storage, provider, location.origin);
    const act = takeAct(tabStorage);
    const giveUp = (why: WireErrorCode | null) => fail(came, why, { act, begunOn });
    if ('failed' in outcome) return void giveUp(outcome.failed);
    enter(came, outcome.token, { act, begunOn, giveUp }).catch((error: unknown) => giveUp(codeOf(error)));
  }, []);
  return null;
}

/** The code of why a token was not taken; null when nobody said. */
function codeOf(error: unknown): WireErrorCode | null {
  const { status } = error instanceof CallError ? error : { status: 0 };
  return status === 401 ? 'credential_invalid' : status === 503 ? 'unavailable' : null;
}

/** What this tab was at when the sign-in began, and the way back there. */
interface Begun {
  readonly act: PendingAct | null;
  readonly begunOn: string | null;
  giveUp(why: WireErrorCode | null): Promise<void>;
}

/**
 * Signs in with a token [A78], which is changed for another: in silence where this browser was given it. Else
 * whoever is here, guest or member, is asked whether to go on with that account; by then it is changed
 * already, since a question may stay without an answer.
 */
function useEnter(): (came: ProviderReturn, token: string, begun: Begun) => Promise<void> {
  const browser = useBrowser();
  const pendingAct = pendingActOf(browser);
  const session = sessionOf(browser);
  const language = useLanguage();
  const dialogs = useDialogs();
  // The player may not have taken the address's stream up yet.
  const { streamId } = useParams();
  const signIn = useSignIn(streamId);
  const rememberReturn = useRememberReturn(streamId);
  const tellCleared = useTellCleared();
  return async ({ theme, redirect, isCleared }, token, { act, begunOn, giveUp }) => {
    const isOwn = await isOwnToken(window, token);
    const signedIn = await renewSession(browser, token, language);
    const { user } = signedIn;
    const enter = async (renewed: SignedIn, own: PendingAct | null = null) => {
      if (own !== null) pendingAct.set(own);
      // Who came without pressing a button has left no choices behind.
      if (readReturn(browser.storage).language === undefined) rememberReturn(theme);
      broughtOf(browser).set(user.id);
      signIn(renewed, redirect, begunOn);
      if (isCleared && redirect === '') await tellCleared();
    };
    if (isOwn) return enter(signedIn, act);
    if (session.getState().user?.id === user.id) return enter(signedIn);
    const drop = () => dropSession(browser, signedIn.token, language);
    await loadTexts('accounts', language).catch((error: unknown) => {
      void drop();
      throw error;
    });
    // The question may have stood for long: what has ended meanwhile ends no session of whoever is here.
    const accept = async () => enter(await renewSession(browser, signedIn.token, language));
    dialogs.open(
      <SignInQuestion
        user={user}
        onAccept={() => accept().catch((error: unknown) => giveUp(codeOf(error)))}
        onDecline={drop}
      />,
    );
  };
}

/**
 * Goes back to where the sign-in began. Nothing is shown [A81]: the dialog says why when it is opened next;
 * who changed their mind needs no word. A member who had to sign in again is asked once more what for [A110].
 */
function useFail(): (
  came: ProviderReturn,
  why: WireErrorCode | null,
  begun: Pick<Begun, 'act' | 'begunOn'>,
) => Promise<void> {
  const browser = useBrowser();
  const pendingAct = pendingActOf(browser);
  const session = sessionOf(browser);
  const signInFailure = signInFailureOf(browser);
  const navigate = useNavigate();
  const reason = useReason();
  const { openLogin } = useAccountDialogs();
  return async ({ provider, redirect }, why, { act, begunOn }) => {
    const { isAuthenticated, user } = session.getState();
    const isDeletion = act?.kind === 'deletion' && act.userId === user?.id;
    if (isAuthenticated && !isDeletion) return;
    // Nobody comes back signed in: what was kept for that would lead astray.
    forgetReturn(browser.storage);
    signInFailure.set(why === 'sign_in_cancelled' ? null : await reason(provider, why));
    const { pathname, search } = new URL(begunOn ?? `${location.pathname}${redirect}`, location.origin);
    if (`${pathname}${search}` !== location.pathname) navigate({ pathname, search }, { replace: true });
    if (isDeletion) {
      if (why !== 'sign_in_cancelled') pendingAct.set(act);
      return;
    }
    // The next step is a login, not another try.
    if (why === 'provider_link_unproven') openLogin();
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

/** Asks before an address signs in somebody that this browser has not asked for [A78]. */
function SignInQuestion(props: { user: User; onAccept: () => void; onDecline: () => void }) {
  const { user, onAccept, onDecline } = props;
  const text = useText();
  const textId = useId();
  const dialogs = useDialogs();
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.pseudo || user.email;
  const choose = (act: () => void) => () => {
    dialogs.close();
    act();
  };
  return (
    <Dialog title={text('accounts.social.ask', { name })} describedBy={textId} onClose={onDecline}>
      <p id={textId}>{text('accounts.social.ask-text', { email: user.email })}</p>
      <Button look="ink" shape="large" onClick={choose(onDecline)}>
        {text('accounts.social.decline')}
      </Button>
      <Button look="line" shape="large" onClick={choose(onAccept)}>
        {text('accounts.social.accept')}
      </Button>
    </Dialog>
  );
}

/**
 * Changes the session of a token for a new one: browsers keep addresses, and what one of them has held is
 * then worth nothing.
 * @throws {CallError}
 */
async function renewSession(browser: Browser, token: string, language: Language): Promise<SignedIn> {
  return readAnswer(
    await callByToken(browser, token, language, ['POST', 'sessions']),
    async () => signedInSchema,
  );
}
