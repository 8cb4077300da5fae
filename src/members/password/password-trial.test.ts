import { argon2 } from 'node:crypto';
import { expect, test, vi } from 'vitest';

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof import('node:crypto')>();
  return { ...actual, argon2: vi.fn(actual.argon2) };
});

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };

test('a password is derived once for all hashes of one salt and cost, and again for any other', async () => {
  // Files share their modules: a file before this one may have loaded it with the real `argon2`.
  vi.resetModules();
  const { hashPassword, passwordTrial } = await import('./password-hash.server.ts');
  const first = await hashPassword('first', CHEAP);
  const beside = await hashPassword('second', CHEAP, first);
  const apart = await hashPassword('second', CHEAP);
  const dearer = await hashPassword('second', { ...CHEAP, passes: 2 }, first);
  const derived = vi.mocked(argon2);
  derived.mockClear();
  const matches = passwordTrial('second');
  expect([await matches(first), await matches(beside)]).toEqual([false, true]);
  expect(derived).toHaveBeenCalledTimes(1);
  expect([await matches(apart), await matches(dearer)]).toEqual([true, true]);
  expect(derived).toHaveBeenCalledTimes(3);
});
