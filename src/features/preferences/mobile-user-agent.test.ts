import { expect, test } from 'vitest';
import { chooseLanguage, chooseTheme, isMobileUserAgent } from './first-choices.ts';

const GUEST = { preferred: null, stored: null, browser: [], isGuest: true } as const;

test('a member’s language is the one preferred on the server', () => {
  const known = { preferred: 'pl', stored: 'de', browser: ['it'], isGuest: false } as const;
  expect(chooseLanguage(known)).toBe('pl');
});

test('a guest’s language is the stored one when it is one of ours, else the browser’s', () => {
  expect(chooseLanguage({ ...GUEST, stored: 'de', browser: ['it'] })).toBe('de');
  expect(chooseLanguage({ ...GUEST, stored: 'xx', browser: ['pt-BR', 'it-CH', 'de'] })).toBe('it');
});

test('a guest with nothing stored and a browser of no language of ours reads French, everything else English', () => {
  expect(chooseLanguage({ ...GUEST, browser: ['pt-BR'] })).toBe('fr');
  expect(chooseLanguage({ ...GUEST, isGuest: false })).toBe('en');
});

test('the theme is the stored one; the system’s counts for a guest without one', () => {
  const known = { preferred: 'light', stored: null, system: 'dark', isGuest: true } as const;
  expect(chooseTheme({ ...known, stored: 'light' })).toBe('light');
  expect(chooseTheme(known)).toBe('dark');
  expect(chooseTheme({ ...known, stored: 'sepia' })).toBe('dark');
  expect(chooseTheme({ ...known, isGuest: false })).toBe('light');
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/142.0.0.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1.15', false],
])('%s is mobile: %s', (userAgent, isMobile) => {
  expect(isMobileUserAgent(userAgent)).toBe(isMobile);
});
