import { expect, test } from 'vitest';
import { userOrNullSchema, userSchema } from './user.wire.ts';

const ZOE = {
  id: '7',
  email: 'zoe@example.org',
  first_name: 'Zoé',
  last_name: null,
  pseudo: 'zoe',
  profile_picture: '',
  created_at: '2026-01-01T00:00:00+01:00',
};

test('a user is read with a number as id, without a picture and without what nobody asked for [A85]', () => {
  const sent = { ...ZOE, id: 7, profile_picture: null };
  expect(userSchema.parse(sent)).toEqual({ ...ZOE, email_verified: false });
});

test('what a reply leaves out of a user is not there [A85]', () => {
  expect(userSchema.parse({ id: '7', email: 'zoe@example.org' })).toEqual({
    ...ZOE,
    first_name: null,
    pseudo: null,
    created_at: '',
    email_verified: false,
  });
});

test('a user without an address is none', () => {
  expect(userSchema.safeParse({ ...ZOE, email: undefined }).success).toBe(false);
});

test('a reply that need not have a user may have none [A85]', () => {
  expect(userOrNullSchema.parse(undefined)).toBeNull();
  expect(userOrNullSchema.parse({ success: true })).toBeNull();
  expect(userOrNullSchema.parse({ ...ZOE, email_verified: true })).toMatchObject({ pseudo: 'zoe' });
});
