import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { isSyncedAtOnce } from '#src/features/accounts/gate/brought-member.ts';
import { pendingActOf } from '#src/features/accounts/gate/pending-act.ts';
import {
  storedPreferencesOf,
  visitPreferencesOf,
} from '#src/features/preferences/copies/stored-preferences.ts';
import { isEmpty } from '#src/features/preferences/preferences.ts';
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
  const visits = visitPreferencesOf(browser);
  const { dispatch } = preferencesOf(browser);
  const { lang } = document.documentElement;
  const copies = () => ({
    user: stored.read('user'),
    guest: stored.read('guest'),
    visit: visits.read('visit'),
    returning: readReturn(browser.storage),
  });
  let { user } = session.getState();
  // What one member has chosen for the visit is nothing to the next [A137].
  visits.keepOf(user?.id);
  dispatch({
    type: 'started',
    ...copies(),
    isMember: user !== null,
    isMobile: isMobileUserAgent(navigator.userAgent),
    isHomeward: takeRootArrival(browser.tabStorage),
    shown: { language: isLanguage(lang) ? lang : DEFAULT_LANGUAGE, theme: readShownTheme() },
  });

  session.subscribe(() => {
    const before = user;
    const state = session.getState();
    const { isFromOtherTab } = state;
    user = state.user;
    visits.keepOf(user?.id);
    if (before !== null && user?.id !== before.id) {
      // Where another tab has signed the next one in, the copy is theirs by now [A117].
      if (user === null || !isFromOtherTab) stored.remove('user');
      dispatch({ type: 'signed-out', guest: stored.read('guest') });
    }
    if (user !== null && user.id !== before?.id) {
      dispatch({
        type: 'signed-in',
        ...copies(),
        isHere: !isFromOtherTab,
        // Who lacks something is led to where it is asked for [A32].
        isHomeward:
          pendingActOf(browser).read() === null && !state.needsProfileCompletion && !state.needsUsername,
        wantsSync: isSyncedAtOnce(browser, user),
      });
    } else if (user?.pseudo && !before?.pseudo) dispatch({ type: 'sync-wanted' });
  });

  // Other tabs choose, the page is seen again, the network comes back.
  const copyInForce = () => (user ? 'user' : 'guest');
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
    if (user) dispatch({ type: 'woken' });
  };
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
}

/** Says whether preferences follow the rules for mobile devices [A58]. */
export function isMobileUserAgent(userAgent: string): boolean {
  return /Android|iPhone|iPad|iPod|Mobi|Opera Mini|BlackBerry|webOS/i.test(userAgent);
}
