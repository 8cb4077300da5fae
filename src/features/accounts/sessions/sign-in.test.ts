import { expect, test } from 'vitest';
import { LEA } from '#src/page/session/testing/lea.ts';
import { pathAfterSignIn } from './sign-in.ts';

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
