import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import {
  storedPreferencesOf,
  visitPreferencesOf,
} from '#src/features/preferences/copies/stored-preferences.ts';
import { isEmpty } from '#src/features/preferences/preferences.ts';
import { INITIAL_PREFERENCE_STATE } from '#src/features/preferences/rules/preference-state.ts';
import { takeRootArrival } from '#src/page/address/root-arrival.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { readReturn } from '#src/page/session/return-choices.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { readShownTheme } from '#src/page/theme/shown-theme.ts';
import { preferencesOf } from './preference-store.ts';

/**
 * Connects the preferences with their browser, once a page:
 * its storage, its other tabs, sign-ins and sign-outs.
 */
export function startPreferences(browser: Browser): void {
  const session = sessionOf(browser);
  const stored = storedPreferencesOf(browser);
  const { dispatch } = preferencesOf(browser);
  const { lang } = document.documentElement;
  const copies = () => ({
    user: stored.read('user'),
    guest: stored.read('guest'),
    visit: visitPreferencesOf(browser).readOf(session.getState().user?.id, 'visit'),
    returning: readReturn(browser.storage),
  });
  // By the address of this document, as `page/session/sign-in-arrival.ts` has put it there.
  const isBrought = 'ondeArrival' in globalThis;
  let { user } = session.getState();
  dispatch({
    type: 'started',
    ...copies(),
    isMember: user !== null,
    isMobile: isMobileUserAgent(navigator.userAgent),
    isHomeward: takeRootArrival(browser.tabStorage),
    shown: { language: isLanguage(lang) ? lang : DEFAULT_LANGUAGE, theme: readShownTheme() },
    whereabouts: INITIAL_PREFERENCE_STATE.whereabouts,
  });

  session.subscribe(() => {
    const { user: now, isFromOtherTab } = session.getState();
    if (user !== null && now?.id !== user.id) {
      // Where another tab has signed the next one in, the copy is theirs by now [A117].
      if (now === null || !isFromOtherTab) stored.remove('user');
      dispatch({ type: 'signed-out', ...copies() });
    }
    if (now !== null && now.id !== user?.id) {
      dispatch({
        type: 'signed-in',
        ...copies(),
        isHere: !isFromOtherTab,
        isHomeward: pendingActOf(browser).read() === null,
        // The link of a mail and a provider's answer load them in any case [A40, A77].
        wantsSync: isBrought || Boolean(now.pseudo) || location.pathname === '/validate-email',
      });
    } else if (now?.pseudo && !user?.pseudo) dispatch({ type: 'sync-wanted' });
    user = now;
  });

  // Other tabs choose, the page is seen again, the network comes back.
  const copyInForce = () => (session.getState().isAuthenticated ? 'user' : 'guest');
  const takeOver = () => dispatch({ type: 'copy-changed', copy: stored.read(copyInForce()) });
  addEventListener('storage', ({ key }) => key === copyInForce() && takeOver());
  // Out of the browser's history; a guest who has chosen nothing has no copy, and that of a member may have been on its
  // way to the page that is gone [A117].
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (!isEmpty(stored.read(copyInForce()))) takeOver();
    else if (user?.pseudo) dispatch({ type: 'sync-wanted' });
  });
  const wake = () => {
    if (session.getState().isAuthenticated) dispatch({ type: 'woken' });
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}

/** Says whether preferences follow the rules for mobile devices [A58]. */
export function isMobileUserAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobile|Windows Phone|IEMobile|Opera Mini|BlackBerry|webOS/i.test(
    userAgent,
  );
}
