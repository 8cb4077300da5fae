import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signAdFreeToken, verifyAdFreeToken } from './ad-free-token.ts';

const KEY = Buffer.alloc(32, 1);
const TOLD = { userId: '01kaq2w7m0abcdefghjkmnpqrs', expiresMs: 1_763_700_000_000 };
const token = signAdFreeToken(KEY, TOLD);

test('a token says whose it is until the second it expires', () => {
  expect(verifyAdFreeToken(KEY, token, TOLD.expiresMs - 1)).toEqual(TOLD);
  expect(verifyAdFreeToken(KEY, token, TOLD.expiresMs)).toBeNull();
});

test('a token stands in an address as it is', () => {
  expect(encodeURIComponent(token)).toBe(token);
});

test('a token of another instance does not count', () => {
  expect(verifyAdFreeToken(Buffer.alloc(32, 2), token, 0)).toBeNull();
});

test('whatever character of a token is changed, left out or added, it does not count', () => {
  const position = fc.integer({ min: 0, max: token.length - 1 });
  fc.assert(
    fc.property(position, fc.string({ maxLength: 3 }), (at, put) => {
      const changed = token.slice(0, at) + put + token.slice(at + 1);
      // The last character of a signature carries two bits that no byte holds.
      fc.pre(changed !== token && at < token.length - 1);
      expect(verifyAdFreeToken(KEY, changed, 0)).toBeNull();
    }),
  );
});

test.each(['', '.', '..', 'a.b.c', `${token}.`, token.toUpperCase(), 'é'.repeat(43)])(
  'nonsense is no token: %j',
  (nonsense) => {
    expect(verifyAdFreeToken(KEY, nonsense, 0)).toBeNull();
  },
);
