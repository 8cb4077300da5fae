import { expect, test } from 'vitest';
import { registeredSchema } from './register.wire.ts';

const user = {
  id: '7',
  email: 'zoe@example.org',
  first_name: 'Zoé',
  last_name: 'Durand',
  pseudo: null,
  profile_picture: '',
  created_at: '2026-01-01T00:00:00+01:00',
  email_verified: false,
};

test('a registration whose mail is on its way needs neither user nor token [A85]', () => {
  expect(registeredSchema.parse({ emailSent: true })).toEqual({ user: null, emailSent: true });
  const short = { emailSent: true, user: { id: 7 } };
  expect(registeredSchema.parse(short)).toMatchObject({ user: null });
  expect(registeredSchema.parse({ emailSent: true, user, token: null })).toMatchObject({ token: null });
});

test('one that signs in has both, whether or not it speaks of mail [A85]', () => {
  expect(registeredSchema.parse({ user, token: 'abc' })).toEqual({ user, token: 'abc', emailSent: false });
  expect(registeredSchema.safeParse({ user, emailSent: false }).success).toBe(false);
  expect(registeredSchema.safeParse({ token: 'abc' }).success).toBe(false);
});
