import { expect, it } from 'vitest';
import { pathAfterSignIn } from './sign-in.ts';

const HOME = { language: 'de', streamId: 'club' } as const;
const USER = {
  id: '7',
  email: 'lea@example.org',
  first_name: 'Léa',
  last_name: 'Martin',
  pseudo: 'lea_m',
  profile_picture: '',
  created_at: '2026-01-02T03:04:05Z',
  email_verified: true,
};

it.each([
  ['without a first name goes to the profile', { first_name: null }, '/de/club/profile'],
  [
    'without a last name and a username goes to the profile first',
    { last_name: '', pseudo: null },
    '/de/club/profile',
  ],
  ['without a username goes to choose one', { pseudo: null }, '/de/club/pseudo-selection'],
  ['who lacks nothing goes to the music', {}, '/de/club'],
])('a member %s', (_, lacking, path) => {
  expect(pathAfterSignIn({ ...USER, ...lacking }, HOME)).toBe(path);
});
