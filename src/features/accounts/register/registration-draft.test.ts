import { expect, test } from 'vitest';
import { EMPTY_REGISTRATION } from './registration.ts';
import { RegistrationDraft } from './registration-draft.ts';

const WRITTEN = {
  firstName: 'Léa',
  lastName: 'Martin',
  username: 'lea',
  email: 'lea@example.org',
  password: 'marée haute',
  again: 'marée haute',
};

test('what was written is there again, the passwords are not [A122]', () => {
  const draft = new RegistrationDraft();
  expect(draft.begin('', false)).toEqual(EMPTY_REGISTRATION);
  draft.keep(WRITTEN);
  expect(draft.begin('', false)).toEqual({ ...WRITTEN, password: '', again: '' });
  expect(draft.begin('zoe@example.org', false)).toMatchObject({ firstName: 'Léa', email: 'zoe@example.org' });
});

test('it is forgotten once it was sent, and nobody is shown it after a sign-in', () => {
  const draft = new RegistrationDraft();
  draft.keep(WRITTEN);
  draft.forget();
  expect(draft.begin('', false)).toEqual(EMPTY_REGISTRATION);
  draft.keep(WRITTEN);
  expect(draft.begin('', true)).toEqual(EMPTY_REGISTRATION);
  expect(draft.begin('', false)).toEqual(EMPTY_REGISTRATION);
});
