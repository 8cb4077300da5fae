import { expect, test } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { broughtOf, isSyncedAtOnce } from './brought-member.ts';

test('a sync follows at once for who has a username, and for whom a mail’s link or a provider has brought [A40, A54, A77]', () => {
  const browser = testBrowser();
  const NAMELESS = { ...LEA, pseudo: null };
  expect(isSyncedAtOnce(browser, LEA)).toBe(true);
  expect(isSyncedAtOnce(browser, NAMELESS)).toBe(false);
  broughtOf(browser).set(LEA.id);
  expect(isSyncedAtOnce(browser, NAMELESS)).toBe(true);
  expect(isSyncedAtOnce(browser, { ...NAMELESS, id: '8' })).toBe(false);
});
