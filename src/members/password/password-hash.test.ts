import { expect, test } from 'vitest';
import { CURRENT_COST, hashPassword, needsRehash, verifyPassword } from './password-hash.server.ts';

/** Cheap enough for tests that are not about the cost. */
const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };

test('a new hash is argon2id at the advised cost, and no two are alike', async () => {
  const [one, two] = await Promise.all([hashPassword('some words'), hashPassword('some words')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(needsRehash(one)).toBe(false);
});

test('the right password verifies, any other one does not', async () => {
  const hash = await hashPassword('some words', CHEAP);
  expect(await verifyPassword(hash, 'some words')).toBe(true);
  expect(await verifyPassword(hash, 'Some words')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('letters with accents verify from a keyboard that composes them otherwise', async () => {
  const hash = await hashPassword('été à la plage', CHEAP);
  expect(await verifyPassword(hash, 'été à la plage'.normalize('NFD'))).toBe(true);
});

test('a hash that another implementation made verifies', async () => {
  // From the test suite of the reference implementation, https://github.com/P-H-C/phc-winner-argon2 (src/test.c).
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword(reference, 'password')).toBe(true);
  expect(await verifyPassword(reference, 'passwore')).toBe(false);
});

test('a hash made at another cost asks to be made again', async () => {
  expect(needsRehash(await hashPassword('some words', CHEAP))).toBe(true);
  expect(needsRehash(await hashPassword('some words', CHEAP), CHEAP)).toBe(false);
  expect(needsRehash(await hashPassword('x', { ...CHEAP, passes: 3 }), CHEAP)).toBe(true);
  expect(CURRENT_COST).toEqual({ memoryKib: 19_456, passes: 2, lanes: 1 });
});

test('a stored text that is no such hash is an error, never a match', async () => {
  await expect(verifyPassword('', 'x')).rejects.toThrow('not argon2id');
  await expect(verifyPassword('$2b$10$abcdefghijklmnopqrstuv', 'x')).rejects.toThrow('not argon2id');
});
