import { expect, test } from 'vitest';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { hasOwnWindow, keepReturnPage, signInAddress, takeReturnPage } from './sign-in-way.ts';

const WAY = { language: 'de', streamId: 'club', theme: 'dark', player: null, isAgain: false } as const;

test('the button says where the way back leads', () => {
  expect(signInAddress('google', WAY)).toBe('/auth/google?lang=de&stream=club&theme=dark');
  const player = new URL('https://player.example.org/dance?a=1&b=2');
  const query = new URL(signInAddress('apple', { ...WAY, player }, true), 'https://radio.example')
    .searchParams;
  expect([query.get('redirect'), query.get('popup'), query.get('again')]).toEqual([player.href, '1', null]);
  expect(signInAddress('google', { ...WAY, isAgain: true })).toMatch(/&again=1$/);
});

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const CHROME_IOS = IPHONE.replace('Version/18.0', 'CriOS/140.0');
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

test.each([
  [CHROME, true],
  [CHROME.replace('537.36', '537.36 Edg/140.0'), true],
  [FIREFOX, true],
  [SAFARI, false],
  [IPHONE, false],
  [CHROME_IOS, false],
  [ANDROID, false],
])('Apple has a window of its own where one can answer: %s', (userAgent, expected) => {
  expect(hasOwnWindow('apple', userAgent)).toBe(expected);
  expect(hasOwnWindow('google', userAgent)).toBe(false);
});

const ORIGIN = 'https://radio.example';
test('the page where a sign-in began is known once, for its own provider', () => {
  const kept = new Map<string, string>();
  const storage = storedIn(kept);
  keepReturnPage(storage, 'apple', '/fr/dance/page-top20.html?week=2026-W40');
  expect([...kept.keys()]).toEqual(['apple_auth_return_url']);
  expect(takeReturnPage(storage, 'google', ORIGIN)).toBeNull();
  expect(takeReturnPage(storage, 'apple', ORIGIN)).toBe('/fr/dance/page-top20.html?week=2026-W40');
  expect(takeReturnPage(storage, 'apple', ORIGIN)).toBeNull();
});

test.each(['https://evil.test/', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)', 'http://['])(
  'an address elsewhere is none: %s',
  (path) => {
    const storage = storedIn();
    keepReturnPage(storage, 'google', path);
    expect(takeReturnPage(storage, 'google', ORIGIN)).toBeNull();
  },
);
