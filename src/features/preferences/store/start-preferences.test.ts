import { afterEach, describe, expect, test, vi } from 'vitest';
import { broughtOf } from '#src/features/accounts/gate/brought-member.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { preferencesOf } from './preference-store.ts';
import { isMobileUserAgent, startPreferences } from './start-preferences.ts';

describe('who has signed in', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** A page of a guest: what the rules hear there. */
  function openPage() {
    const documentElement = { lang: 'fr', dataset: {} };
    vi.stubGlobal('document', { documentElement, addEventListener: () => {} });
    vi.stubGlobal('location', { pathname: '/fr/dance' });
    vi.stubGlobal('addEventListener', () => {});
    const browser = testBrowser();
    const dispatch = vi.spyOn(preferencesOf(browser), 'dispatch').mockReturnValue();
    startPreferences(browser);
    return { browser, said: () => dispatch.mock.lastCall?.[0] };
  }

  const signIn = (user: User, { isBrought = false } = {}) => {
    const { browser, said } = openPage();
    if (isBrought) broughtOf(browser).set(user.id);
    sessionOf(browser).signIn(user, 'token');
    return said();
  };
  const NAMELESS = { ...LEA, pseudo: null };

  test('is synced and led home', () => {
    expect(signIn(LEA)).toMatchObject({ type: 'signed-in', isHomeward: true, wantsSync: true });
  });

  test('is synced without a username where a provider has brought them, and else is not [A54, A77]', () => {
    // The address of a return that failed is no sign-in.
    vi.stubGlobal('ondeArrival', '?google_auth=error');
    expect(signIn(NAMELESS)).toMatchObject({ type: 'signed-in', wantsSync: false });
    expect(signIn(NAMELESS, { isBrought: true })).toMatchObject({ wantsSync: true });
  });

  test('is not led home before they have a username and names [A32, A56]', () => {
    for (const user of [NAMELESS, { ...LEA, last_name: null }])
      expect(signIn(user, { isBrought: true })).toMatchObject({ type: 'signed-in', isHomeward: false });
  });

  test('leaves nothing that was chosen for the visit to the next [A137]', () => {
    const { browser, said } = openPage();
    sessionOf(browser).signIn(LEA, 'token');
    browser.tabStorage.write('visit', JSON.stringify({ theme: 'dark', user: LEA.id }));
    sessionOf(browser).updateUser({ ...LEA, pseudo: 'lea' });
    expect(browser.tabStorage.read('visit')).not.toBeNull();
    sessionOf(browser).clear();
    expect(browser.tabStorage.read('visit')).toBeNull();
    expect(said()).toEqual({ type: 'signed-out', guest: {} });
  });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1.15', false],
])('%s is mobile: %s', (userAgent, isMobile) => {
  expect(isMobileUserAgent(userAgent)).toBe(isMobile);
});
