import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import { sessionOf } from './session-store.ts';

/** In the tab's storage, with the member's id: for the page that follows, which says so. */
const ENDED_KEY = 'session_ended';

/** This document is about to go: until the next one comes, parts of it may still come to life. */
const isLeavingOf = onePerPage(() => new ObservableValue(false));

/**
 * Ends a session whose token is dead [A37]: token and user are removed, and the page starts again at `/`,
 * which still knows that the external player waits [A14]. A page that a mail leads to stays.
 * @param token the one that the server refused: a newer session stays
 * @returns false where somebody else has signed in meanwhile, and all stays as it is
 */
export function endSession(browser: Browser, token: string): boolean {
  const session = sessionOf(browser);
  session.catchUp();
  const present = session.getToken();
  if (present !== token) return present === null;
  const { user } = session.getState();
  session.clear();
  const { pathname, search } = location;
  // What a mail's link has begun goes on, as for a guest: /validate-email, /reset-password.
  if (/^\/(va|re)/.test(pathname)) return true;
  isLeavingOf(browser).set(true);
  browser.tabStorage.write(ENDED_KEY, user?.id ?? '');
  location.assign(/[?&]redirect=/.test(search) ? `/${search}` : '/');
  return true;
}

/** Whether this document is about to go since its session was found dead: what there is to say the next one says. */
export function isLeaving(browser: Browser): boolean {
  return isLeavingOf(browser).read();
}

/** The browser has brought this document back, which was about to go. */
export function stayHere(browser: Browser): void {
  isLeavingOf(browser).set(false);
}

/**
 * Whose session a page before this one ended; null without one, once it was said, in the page that ends it, and where
 * somebody has signed in since.
 */
export function takeSessionEnd(browser: Browser): string | null {
  if (isLeaving(browser)) return null;
  const { tabStorage } = browser;
  const userId = tabStorage.read(ENDED_KEY);
  tabStorage.remove(ENDED_KEY);
  return sessionOf(browser).getToken() === null ? userId : null;
}
