import { useEffect } from 'react';
import { PROVIDER_NAMES, SIGN_IN_PROVIDERS, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { keepAct } from '#src/features/accounts/gate/kept-act.ts';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import { findPlayerRedirect } from '#src/features/accounts/player-redirect/player-redirect.ts';
import { useRememberReturn, useSignIn } from '#src/features/accounts/sessions/sign-in.ts';
import { useShownStream } from '#src/features/player/engine/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { forgetReturn } from '#src/page/session/return-choices.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { tabStorage } from '#src/page/storage/browser-storage.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { BrandMark } from './brand-marks.tsx';
import { keepReturnPage } from './return-page.ts';
import { hasOwnWindow, signInAddress } from './sign-in-address.ts';
import { signInFailureOf } from './sign-in-failure.ts';
import { openSignInWindow } from './sign-in-window.ts';
import styles from './social-buttons.module.css';
import { useTellCleared } from './use-tell-cleared.ts';

/** The ways in by Google and Apple, those that the station has set up [A38]; first in a dialog. */
export function SocialButtons() {
  const text = useText();
  const { socialSignIn } = useStation();
  const { begin, failure } = useBegin();
  const offered = SIGN_IN_PROVIDERS.filter((provider) => socialSignIn[provider]);
  useCloseAfterOtherTab();
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

/** A window that is open goes on when the dialog that opened it has closed: one at a time, in the whole page. */
let waiting: Disposable | null = null;

/** Leads to a provider, on the whole page or in a window of its own; a browser that opens none takes the whole page. */
function useBegin() {
  const browser = useBrowser();
  const pendingAct = pendingActOf(browser);
  const signInFailure = signInFailureOf(browser);
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
    waiting?.[Symbol.dispose]();
    const player = findPlayerRedirect(location.search, playerHost);
    const way = { language, streamId, theme: readShownTheme(), player };
    if (hasOwnWindow(provider, navigator.userAgent)) {
      waiting = openSignInWindow(window, signInAddress(provider, way, true), (outcome) => {
        if (outcome !== null && 'signedIn' in outcome) {
          dialogs.close();
          signIn(outcome.signedIn);
          if (outcome.isCleared) tellCleared();
          return;
        }
        // Nobody comes back: what was kept for the return would lead astray.
        forgetReturn();
        if (outcome !== null && outcome.code !== 'sign_in_cancelled') signInFailure.set(outcome.error);
      });
      if (waiting !== null) return;
    }
    keepAct(tabStorage, pendingAct.read());
    keepReturnPage(provider, `${location.pathname}${location.search}`);
    location.assign(signInAddress(provider, way));
  };
  return { begin, failure };
}

/** A window that lost the page which opened it becomes the site, and signs in as another tab does. */
function useCloseAfterOtherTab(): void {
  const { close } = useDialogs();
  const { isAuthenticated, isFromOtherTab } = useSession();
  useEffect(() => {
    if (isAuthenticated && isFromOtherTab) close();
  }, [isAuthenticated, isFromOtherTab, close]);
}
