import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SIGN_IN_MS } from '#src/contract/limits.ts';
import { createToken } from '#src/members/session/secret-token.server.ts';
import { beginSignIn, readSignIn, type WayBack } from './sign-in-state.server.ts';

const KEY = Buffer.alloc(32, 1);
const NOW_MS = 1_763_700_000_000;
const BACK: WayBack = {
  redirect: 'https://player.example.org/dance',
  language: 'pl',
  streamId: '90s',
  theme: 'dark',
  popup: false,
};
const secret = createToken();
const begun = beginSignIn(KEY, secret, { provider: 'google', back: BACK, isAgain: false, nowMs: NOW_MS });
const NOW = { provider: 'google', browserSecret: secret, nowMs: NOW_MS } as const;

test('the browser that began finishes, with the secrets it began with', () => {
  expect(readSignIn(KEY, begun.state, NOW)).toEqual({ back: BACK, attempt: begun });
});

test('in another browser, at another provider or too late only the way back counts', () => {
  const wayBack = { back: BACK, attempt: null };
  expect(readSignIn(KEY, begun.state, { ...NOW, browserSecret: createToken() })).toEqual(wayBack);
  expect(readSignIn(KEY, begun.state, { ...NOW, browserSecret: null })).toEqual(wayBack);
  expect(readSignIn(KEY, begun.state, { ...NOW, provider: 'apple' })).toEqual(wayBack);
  expect(readSignIn(KEY, begun.state, { ...NOW, nowMs: NOW_MS + SIGN_IN_MS })).toEqual(wayBack);
});

test('each sign-in of a browser has secrets of its own, and the state tells none of them', () => {
  const other = beginSignIn(KEY, secret, { provider: 'google', back: BACK, isAgain: true, nowMs: NOW_MS });
  expect([begun.anewSinceMs, other.anewSinceMs]).toEqual([null, NOW_MS]);
  expect(new Set([begun.nonce, other.nonce, begun.verifier, other.verifier]).size).toBe(4);
  const said = Buffer.from(begun.state.split('.')[0] ?? '', 'base64url').toString();
  for (const hidden of [secret, begun.nonce, begun.verifier]) expect(said).not.toContain(hidden);
});

test('a state of another instance, a changed one and nonsense are none', () => {
  expect(readSignIn(Buffer.alloc(32, 2), begun.state, NOW)).toBeNull();
  for (const nonsense of ['', '.', '..', 'é', `${begun.state}.`])
    expect(readSignIn(KEY, nonsense, NOW)).toBeNull();
  const position = fc.integer({ min: 0, max: begun.state.length - 1 });
  fc.assert(
    fc.property(position, fc.string({ maxLength: 3 }), (at, put) => {
      const changed = begun.state.slice(0, at) + put + begun.state.slice(at + 1);
      fc.pre(changed !== begun.state);
      expect(readSignIn(KEY, changed, NOW)).toBeNull();
    }),
  );
});
