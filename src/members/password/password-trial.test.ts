import { argon2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { hashPassword, passwordTrial } from './password-hash.server.ts';

const CHEAP = { memoryKib: 64, passes: 1, lanes: 1 };

test('a password is derived once for all hashes of one salt and cost, and again for any other', async () => {
  const first = await hashPassword('first', CHEAP);
  const beside = await hashPassword('second', CHEAP, first);
  const apart = await hashPassword('second', CHEAP);
  const dearer = await hashPassword('second', { ...CHEAP, passes: 2 }, first);
  const derived = vi.fn(promisify(argon2));
  const matches = passwordTrial('second', derived);
  expect([await matches(first), await matches(beside)]).toEqual([false, true]);
  expect(derived).toHaveBeenCalledTimes(1);
  expect([await matches(apart), await matches(dearer)]).toEqual([true, true]);
  expect(derived).toHaveBeenCalledTimes(3);
});
