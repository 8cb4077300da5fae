import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AD_FREE_TOKEN_MS, CLOCK_AHEAD_MS } from '#src/contract/limits.ts';
import { signAdFreeToken, verifyAdFreeToken } from './ad-free-token.ts';

const KEY = Buffer.alloc(32, 1);
const TOLD = { userId: '01kaq2w7m0abcdefghjkmnpqrs', expiresMs: 1_763_700_000_000 };
const NOW_MS = TOLD.expiresMs - 3_600_000;
const token = signAdFreeToken(KEY, TOLD);

test('a token says whose it is until the second it expires', () => {
  expect(verifyAdFreeToken(KEY, token, TOLD.expiresMs - 1)).toEqual(TOLD);
  expect(verifyAdFreeToken(KEY, token, TOLD.expiresMs)).toBeNull();
});

test('[W57] a token of a clock that was ahead counts when it lasts a day longer than others at most', () => {
  const longestMs = AD_FREE_TOKEN_MS + CLOCK_AHEAD_MS;
  expect(verifyAdFreeToken(KEY, token, TOLD.expiresMs - longestMs)).toEqual(TOLD);
  expect(verifyAdFreeToken(KEY, token, TOLD.expiresMs - longestMs - 1)).toBeNull();
});

test('a token stands in an address as it is', () => {
  expect(encodeURIComponent(token)).toBe(token);
});

test('a token of another instance does not count', () => {
  expect(verifyAdFreeToken(Buffer.alloc(32, 2), token, NOW_MS)).toBeNull();
});

test('whatever character of a token is changed, left out or added, it does not count', () => {
  const position = fc.integer({ min: 0, max: token.length - 1 });
  fc.assert(
    fc.property(position, fc.string({ maxLength: 3 }), (at, put) => {
      const changed = token.slice(0, at) + put + token.slice(at + 1);
      // The last character of a signature carries two bits that no byte holds.
      fc.pre(changed !== token && at < token.length - 1);
      expect(verifyAdFreeToken(KEY, changed, NOW_MS)).toBeNull();
    }),
  );
});

test.each(['', '.', '..', 'a.b.c', `${token}.`, token.toUpperCase(), 'é'.repeat(43)])(
  'nonsense is no token: %j',
  (nonsense) => {
    expect(verifyAdFreeToken(KEY, nonsense, NOW_MS)).toBeNull();
  },
);
