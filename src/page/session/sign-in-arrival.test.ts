import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { arrivalScript } from './sign-in-arrival.ts';

/**
 * What the head's script keeps of an address, and what it leaves in it.
 * @param tab its storage; null where it refuses everything
 * @param type how the document was opened: 0 anew, 1 again, 2 by back or forward
 */
function open(address: string, tab: Map<string, string> | null = new Map(), type = 0) {
  const { pathname, search, hash } = new URL(address, 'https://radio.example');
  let left = `${pathname}${search}${hash}`;
  const window: { ondeArrival?: string; ondeLinkToken?: string; [name: string]: unknown } = {
    location: { pathname, search, hash },
    history: { state: null, replaceState: (_state: null, _title: '', url: string) => (left = url) },
    performance: { navigation: { type } },
    URLSearchParams,
    get sessionStorage() {
      if (tab === null) throw new Error('blocked');
      return {
        getItem: (key: string) => tab.get(key) ?? null,
        setItem: (key: string, value: string) => void tab.set(key, value),
        removeItem: (key: string) => void tab.delete(key),
      };
    },
  };
  runInNewContext(arrivalScript('link', 'early'), { window });
  return { kept: window.ondeArrival ?? window.ondeLinkToken, left };
}

test.each([
  '/fr/dance?google_auth=success&token=t&user=%7B%7D&theme=dark',
  '/fr/dance?theme=dark&apple_auth=error&auth_error=sign_in_cancelled#_=_',
])('what a provider’s answer brings leaves the address: %s', (address) => {
  const { kept, left } = open(address);
  expect(left).toBe('/fr/dance');
  expect(new URLSearchParams(kept?.slice(1)).get('theme')).toBe('dark');
});

test.each(['/player/dance#token=t&user=u', '/player/dance?a=1&token=t&user=u'])(
  'what the player is handed leaves its address: %s',
  (address) => {
    const { kept, left } = open(address);
    expect(left).toBe('/player/dance');
    expect(new URLSearchParams(kept?.slice(1)).get('token')).toBe('t');
  },
);

test('what the fragment hands over comes before what a query says, and is not mixed with it', () => {
  const { kept, left } = open('/player/dance?token=x&user=y#token=t');
  expect([kept, left]).toEqual(['#token=t', '/player/dance']);
});

test.each([
  '/fr/dance?redirect=https%3A%2F%2Fplayer.example%2F%3Fgoogle_auth%3Dsuccess',
  '/fr/dance?week=2026-W47#google_auth=success',
  '/validate-email?lang=fr',
  '/fr/dance?token=t',
  '/player/dance?volume=1',
])('any other address stays as it is: %s', (address) => {
  expect(open(address)).toEqual({ kept: undefined, left: address });
});

test.each([
  ['/validate-email?token=a%20b&lang=fr', '/validate-email?lang=fr'],
  ['/reset-password?token=a+b#x', '/reset-password#x'],
  ['/validate-email/?lang=de&token=a%20b&from=mail', '/validate-email/?lang=de&from=mail'],
])('the token of a mail’s link leaves the address, for the tab to keep [A94]: %s', (address, left) => {
  const tab = new Map<string, string>();
  expect(open(address, tab)).toEqual({ kept: undefined, left });
  const { pathname } = new URL(address, 'https://radio.example');
  expect([...tab]).toEqual([[`link ${pathname}`, 'a b']]);
});

test('where the tab keeps nothing, the page does', () => {
  expect(open('/reset-password?token=t', null)).toEqual({ kept: 't', left: '/reset-password' });
  expect(open('/reset-password', null)).toEqual({ kept: undefined, left: '/reset-password' });
});

test.each([
  ['loaded again has', '/validate-email?lang=fr', 1, {}, 't'],
  ['come back out of the history has', '/validate-email?lang=fr', 2, {}, 't'],
  [
    'asked for in another language before the page heard has',
    '/validate-email?lang=en',
    0,
    { early: 'en' },
    't',
  ],
  ['opened anew has not', '/validate-email?lang=fr', 0, {}, undefined],
  ['opened with an empty token has not', '/validate-email?token=&lang=fr', 0, {}, undefined],
])('a document that is %s the token of an earlier link', (_, address, type, more, token) => {
  const tab = new Map(Object.entries({ 'link /validate-email': 't', 'link /reset-password': 'r', ...more }));
  open(address, tab, type);
  expect([tab.get('link /validate-email'), tab.get('link /reset-password')]).toEqual([token, 'r']);
});
