import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.server.ts';

test.each(['12345678', 'password', 'iloveyou', 'Password1', 'QWERTYUIOP', 'motdepasse', 'trustno1'])(
  '%s is common',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each(['correct horse battery', 'Marée haute 1998', 'xK9$mmvQ2'])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
