import { expect, test, vi } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { clientAddressOf } from '#src/page/wire/call-wire.ts';
import { enterSession, pathAfterSignIn } from './sign-in.ts';

const HOME = { language: 'de', streamId: 'club' } as const;

test.each([
  ['without a first name goes to the profile', { first_name: null }, '/de/club/profile'],
  [
    'without a last name and a username goes to the profile first',
    { last_name: '', pseudo: null },
    '/de/club/profile',
  ],
  ['without a username goes to choose one', { pseudo: null }, '/de/club/pseudo-selection'],
  ['who lacks nothing goes to the music', {}, '/de/club'],
])('a member %s', (_, lacking, path) => {
  expect(pathAfterSignIn({ ...LEA, ...lacking }, HOME)).toBe(path);
});

test('a new session ends the one that the page had, and no other [A109]', () => {
  const ended: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { headers, keepalive }: RequestInit = {}) => {
    const endpoint = new URL(address, 'https://radio.example').searchParams.get('endpoint');
    ended.push({ endpoint, headers, keepalive });
    return Response.json({ success: true });
  });
  const browser = testBrowser();
  clientAddressOf(browser).set('192.0.2.7');
  for (const token of ['first', 'first', 'second']) enterSession(browser, { user: LEA, token }, 'de');
  expect(sessionOf(browser).getToken()).toBe('second');
  const headers = {
    'X-Language': 'de',
    'X-API-Key': browser.clientKey,
    'X-User-IP': '192.0.2.7',
    Authorization: 'Bearer first',
  };
  // A page that is left meanwhile, or closed, takes it along.
  expect(ended).toEqual([{ endpoint: 'logout', headers, keepalive: true }]);
});
