import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { arrivalScript } from './sign-in-arrival.ts';

/** What the head's script keeps of an address, and what it leaves in it. */
function open(address: string): { kept: string | undefined; left: string } {
  const { pathname, search, hash } = new URL(address, 'https://radio.example');
  let left = `${pathname}${search}${hash}`;
  const window: { ondeArrival?: string; location: object; history: object } = {
    location: { pathname, search, hash },
    history: { state: null, replaceState: (_state: null, _title: '', url: string) => (left = url) },
  };
  runInNewContext(arrivalScript(), { window });
  return { kept: window.ondeArrival, left };
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
  '/validate-email?token=t&lang=fr',
  '/player/dance?volume=1',
])('any other address stays as it is: %s', (address) => {
  expect(open(address)).toEqual({ kept: undefined, left: address });
});
