import { DEFAULT_LANGUAGE, isLanguage } from '#src/spec/languages.ts';
import type { User } from '../accounts/accounts.wire.ts';
import { session } from '../accounts/session/session-store.ts';
import { isMobileUserAgent } from './mobile-user-agent.ts';
import { preferenceEngine } from './preference-store.ts';
import { INITIAL_PREFERENCE_STATE } from './preference-sync.ts';
import { readReturn } from './return-choices.ts';
import { readShownTheme } from './shown-theme.ts';
import { storedPreferences } from './stored-preferences.ts';

let isStarted = false;

/** Connects the preferences with their browser, once a page: its storage, its other tabs, who signs in and out. */
export function startPreferences(): void {
  if (isStarted) return;
  isStarted = true;
  const { lang } = document.documentElement;
  preferenceEngine.dispatch({
    type: 'started',
    isMember: session.getState().isAuthenticated,
    isMobile: isMobileUserAgent(navigator.userAgent),
    user: storedPreferences.read('user'),
    guest: storedPreferences.read('guest'),
    returning: readReturn(),
    shown: { language: isLanguage(lang) ? lang : DEFAULT_LANGUAGE, theme: readShownTheme() },
    place: INITIAL_PREFERENCE_STATE.place,
  });
  followSession();
  addEventListener('storage', ({ key }) => {
    const copy = session.getState().isAuthenticated ? 'user' : 'guest';
    if (key === copy) preferenceEngine.dispatch({ type: 'copy-changed', copy: storedPreferences.read(copy) });
  });
}

function followSession(): void {
  let { user } = session.getState();
  session.subscribe(() => {
    const now = session.getState().user;
    if (user !== null && now?.id !== user.id) {
      preferenceEngine.dispatch({ type: 'signed-out', guest: storedPreferences.read('guest') });
    }
    if (now !== null && now.id !== user?.id) signIn(now);
    else if (now?.pseudo && !user?.pseudo) preferenceEngine.dispatch({ type: 'sync-wanted' });
    user = now;
  });
}

function signIn(user: User): void {
  preferenceEngine.dispatch({
    type: 'signed-in',
    hasUsername: Boolean(user.pseudo),
    guest: storedPreferences.read('guest'),
    returning: readReturn(),
  });
}
