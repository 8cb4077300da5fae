import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { pendingAct } from '#src/features/accounts/gate/pending-act.ts';
import { storedPreferences, visitPreferences } from '#src/features/preferences/copies/stored-preferences.ts';
import { INITIAL_PREFERENCE_STATE } from '#src/features/preferences/rules/preference-state.ts';
import { takeRootArrival } from '#src/page/address/root-arrival.ts';
import { readReturn } from '#src/page/session/return-choices.ts';
import { session } from '#src/page/session/session-store.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { isMobileUserAgent } from './mobile-user-agent.ts';
import { preferenceEngine } from './preference-store.ts';

let isStarted = false;

/** Connects the preferences with their browser, once a page: its storage, its other tabs, sign-ins and sign-outs. */
export function startPreferences(): void {
  if (isStarted) return;
  isStarted = true;
  const { lang } = document.documentElement;
  const { user } = session.getState();
  preferenceEngine.dispatch({
    type: 'started',
    isMember: user !== null,
    isMobile: isMobileUserAgent(navigator.userAgent),
    isHomeward: takeRootArrival(),
    user: storedPreferences.read('user'),
    guest: storedPreferences.read('guest'),
    visit: visitPreferences.read('visit'),
    returning: readReturn(),
    shown: { language: isLanguage(lang) ? lang : DEFAULT_LANGUAGE, theme: readShownTheme() },
    whereabouts: INITIAL_PREFERENCE_STATE.whereabouts,
  });
  followSession();
  followBrowser();
}

/** Other tabs choose, the page is seen again, the network comes back. */
function followBrowser(): void {
  addEventListener('storage', ({ key }) => {
    const copy = session.getState().isAuthenticated ? 'user' : 'guest';
    if (key === copy) preferenceEngine.dispatch({ type: 'copy-changed', copy: storedPreferences.read(copy) });
  });
  const wake = () => {
    if (session.getState().isAuthenticated) preferenceEngine.dispatch({ type: 'woken' });
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}

function followSession(): void {
  let { user } = session.getState();
  session.subscribe(() => {
    const now = session.getState().user;
    if (user !== null && now?.id !== user.id) {
      preferenceEngine.dispatch({ type: 'signed-out', guest: storedPreferences.read('guest') });
    }
    if (now !== null && now.id !== user?.id) signIn(now, !session.getState().isFromOtherTab);
    else if (now?.pseudo && !user?.pseudo) preferenceEngine.dispatch({ type: 'sync-wanted' });
    user = now;
  });
}

function signIn(user: User, isHere: boolean): void {
  preferenceEngine.dispatch({
    type: 'signed-in',
    isHere,
    isHomeward: pendingAct.read() === null,
    hasUsername: Boolean(user.pseudo),
    user: storedPreferences.read('user'),
    guest: storedPreferences.read('guest'),
    returning: readReturn(),
  });
}
