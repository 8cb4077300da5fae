import { useEffect } from 'react';
import { PROVIDER_NAMES, SIGN_IN_PROVIDERS, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { findPlayerRedirect } from '#src/features/accounts/player-redirect/player-redirect.ts';
import { useRememberReturn, useSignIn } from '#src/features/accounts/sessions/sign-in.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { forgetReturn } from '#src/page/session/return-choices.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { leaveForProvider } from './left-for-provider.ts';
import {
  hasOwnWindow,
  keepReturnPage,
  signInAddress,
  signInFailureOf,
  useTellCleared,
} from './sign-in-way.ts';
import { openSignInWindow } from './sign-in-window.ts';
import styles from './social-buttons.module.css';

/**
 * The ways in by Google and Apple, those that the station has set up [A38]; first in a dialog.
 * @param of of these alone
 * @param isAgain for a member who has to show once more who they are
 */
export function SocialButtons({
  of = SIGN_IN_PROVIDERS,
  isAgain = false,
}: {
  of?: readonly SignInProvider[];
  isAgain?: boolean;
}) {
  const text = useText();
  const { socialSignIn } = useStation();
  const { begin, failure } = useBegin(isAgain);
  const offered = of.filter((provider) => socialSignIn[provider]);
  useCloseAfterOtherTab(isAgain);
  if (offered.length === 0) return null;
  return (
    <div className={styles.group}>
      {failure !== null && <Notice title={failure} />}
      <div className={styles.buttons}>
        {offered.map((provider) => (
          <button
            key={provider}
            type="button"
            className={`${styles.button} ${styles[provider]}`}
            onClick={() => begin(provider)}
          >
            <BrandMark provider={provider} />
            {text('accounts.social.continue', { provider: PROVIDER_NAMES[provider] })}
          </button>
        ))}
      </div>
      <p className={styles.or}>{text('accounts.or')}</p>
    </div>
  );
}

/**
 * The window that is open: it outlives the dialog that opened it, and there is one at a time in the whole
 * page.
 */
const openWindowOf = onePerPage(() => new ObservableValue<Disposable | null>(null));

/**
 * Leads to a provider, on the whole page or in a window of its own; a browser that opens none takes the whole
 * page.
 */
function useBegin(isAgain: boolean) {
  const browser = useBrowser();
  const signInFailure = signInFailureOf(browser);
  const openWindow = openWindowOf(browser);
  const language = useLanguage();
  const streamId = useShownStream(null);
  const { playerHost } = useStation();
  const rememberReturn = useRememberReturn();
  const signIn = useSignIn();
  const tellCleared = useTellCleared();
  const dialogs = useDialogs();
  const failure = useObserved(signInFailure, signInFailure.read, () => null);

  useEffect(() => () => signInFailure.set(null), [signInFailure]);

  const begin = (provider: SignInProvider) => {
    signInFailure.set(null);
    rememberReturn();
    openWindow.read()?.[Symbol.dispose]();
    const player = findPlayerRedirect(location.search, playerHost);
    const way = { language, streamId, theme: readShownTheme(), player, isAgain };
    if (hasOwnWindow(provider, navigator.userAgent)) {
      const opened = openSignInWindow(window, signInAddress(provider, way, true), (outcome) => {
        if (outcome !== null && 'signedIn' in outcome) {
          // By now it may be another one of login or registration than the one that it was pressed in.
          dialogs.open(null);
          signIn(outcome.signedIn);
          if (outcome.isCleared) tellCleared();
          return;
        }
        // Nobody comes back: what was kept for the return would lead astray.
        forgetReturn(browser.storage);
        if (outcome !== null && outcome.code !== 'sign_in_cancelled') signInFailure.set(outcome.error);
      });
      openWindow.set(opened);
      if (opened !== null) return;
    }
    leaveForProvider(browser);
    keepReturnPage(browser.storage, provider, `${location.pathname}${location.search}`);
    location.assign(signInAddress(provider, way));
  };
  return { begin, failure };
}

/**
 * A window that lost the page which opened it becomes the site, and signs in as another tab does.
 * @param isAgain somebody is signed in already, by another tab perhaps: that has not answered the question
 */
function useCloseAfterOtherTab(isAgain: boolean): void {
  const { close } = useDialogs();
  const { isAuthenticated, isFromOtherTab } = useSession();
  useEffect(() => {
    if (isAuthenticated && isFromOtherTab && !isAgain) close();
  }, [isAuthenticated, isFromOtherTab, isAgain, close]);
}

/**
 * The brands' own marks, in the colours that they ask for. They stand beside words and say nothing
 * themselves.
 */
function BrandMark({ provider }: { provider: SignInProvider }) {
  return (
    <svg width={20} height={20} viewBox="0 0 24 24" aria-hidden="true">
      {provider === 'google' ? <GoogleMark /> : <path fill="currentColor" d={APPLE} />}
    </svg>
  );
}

function GoogleMark() {
  return (
    <>
      <path
        fill="#4285f4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.1z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path
        fill="#fbbc05"
        d="M5.84 14.09a6.6 6.6 0 0 1-.35-2.09c0-.73.13-1.43.35-2.09V7.07H2.18A11 11 0 0 0 1 12c0 1.78.43 3.45 1.18 4.93z"
      />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A10.6 10.6 0 0 0 12 1 11 11 0 0 0 2.18 7.07l3.66 2.84c.87-2.6 3.3-4.53 6.16-4.53z"
      />
    </>
  );
}

const APPLE =
  'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701';
