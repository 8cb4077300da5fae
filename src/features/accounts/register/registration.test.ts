import { expect, test } from 'vitest';
import { checkRegistration, EMPTY_REGISTRATION, makeDeviceId } from './registration.ts';

const GOOD = {
  firstName: 'Léa',
  lastName: 'Martin',
  username: 'lea_m',
  email: 'lea@example.org',
  password: 'marée haute',
  again: 'marée haute',
};
const brokenBy = (change: object) =>
  Object.fromEntries(
    Object.entries(checkRegistration({ ...GOOD, ...change })).filter(([, problem]) => problem !== null),
  );

test('a good registration breaks no rule, with a username or without', () => {
  expect(brokenBy({})).toEqual({});
  expect(brokenBy({ username: '' })).toEqual({});
  expect(brokenBy({ username: '  ' })).toEqual({});
});

test('each field has its own rule', () => {
  expect(brokenBy({ firstName: 'L' })).toEqual({ firstName: 'first_name_too_short' });
  expect(brokenBy({ lastName: ' M ' })).toEqual({ lastName: 'last_name_too_short' });
  expect(brokenBy({ username: 'le' })).toEqual({ username: 'username_too_short' });
  expect(brokenBy({ email: 'lea.example.org' })).toEqual({ email: 'email_invalid' });
  expect(brokenBy({ password: '1234567', again: '1234567' })).toEqual({ password: 'password_too_short' });
  expect(brokenBy({ again: 'marée basse' })).toEqual({ again: 'passwords_differ' });
});

test('a password is the same however its letters are composed', () => {
  const password = 'marée haute';
  expect(brokenBy({ password, again: password.normalize('NFD') })).toEqual({});
});

test('an empty form breaks the rules of all that is needed', () => {
  const broken = checkRegistration(EMPTY_REGISTRATION);
  expect(
    Object.entries(broken)
      .filter(([, problem]) => problem)
      .map(([name]) => name),
  ).toEqual(['firstName', 'lastName', 'email', 'password']);
});

const FACTS = { userAgent: 'Mozilla/5.0', language: 'fr-FR', platform: 'Linux x86_64' };

test('a browser has the same id every time, and another one another', () => {
  expect(makeDeviceId(FACTS)).toBe(makeDeviceId({ ...FACTS }));
  expect(makeDeviceId({ ...FACTS, language: 'de-DE' })).not.toBe(makeDeviceId(FACTS));
});

test('an id has the form that the server takes', () => {
  expect(makeDeviceId(FACTS)).toMatch(/^dev_[A-Za-z0-9_-]{1,64}$/);
});
