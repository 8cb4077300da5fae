import { afterEach, expect, test, vi } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { endSession, isLeaving, stayHere } from './end-session.ts';
import { sessionOf } from './session-store.ts';
import { LEA } from './testing/lea.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['/fr/dance', '', ['/']],
  ['/fr/dance', '?redirect=https://player.example.org', ['/?redirect=https://player.example.org']],
  // What a mail's link has begun there would be lost.
  ['/reset-password', '?token=abc', []],
  ['/validate-email', '?token=abc', []],
])('[A37] a dead session ends at %s%s, and leads to %j', (pathname, search, led) => {
  const assign = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { assign, pathname, search });
  const browser = testBrowser();
  sessionOf(browser).signIn(LEA, 'dead');
  expect(endSession(browser, 'dead')).toBe(true);
  expect(assign.mock.calls.flat()).toEqual(led);
  expect([sessionOf(browser).getToken(), isLeaving(browser)]).toEqual([null, led.length > 0]);
  // The browser may bring the document back.
  stayHere(browser);
  expect(isLeaving(browser)).toBe(false);
});
