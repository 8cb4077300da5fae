import { expect, test } from 'vitest';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
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
  const draft = new RegistrationDraft(storedIn());
  expect(draft.begin('', false)).toEqual(EMPTY_REGISTRATION);
  draft.keep(WRITTEN);
  expect(draft.begin('', false)).toEqual({ ...WRITTEN, password: '', again: '' });
  expect(draft.begin('zoe@example.org', false)).toMatchObject({ firstName: 'Léa', email: 'zoe@example.org' });
});

test('it outlives the page without a password, until it was sent', () => {
  const kept = new Map<string, string>();
  const draft = new RegistrationDraft(storedIn(kept));
  draft.keep(WRITTEN);
  expect([...kept.values()].join()).not.toContain('marée');
  const next = new RegistrationDraft(storedIn(kept));
  expect(next.begin('', false)).toEqual({ ...WRITTEN, password: '', again: '' });
  next.forget();
  expect(kept.size).toBe(0);
  for (const spoilt of ['7', '{', '{"firstName":7}']) {
    kept.set('registration_draft', spoilt);
    expect(new RegistrationDraft(storedIn(kept)).begin('', false)).toEqual(EMPTY_REGISTRATION);
  }
});

test('that an answer got lost outlives the page, as long as what was written does [A142]', () => {
  const kept = new Map<string, string>();
  const draft = new RegistrationDraft(storedIn(kept));
  draft.keep(WRITTEN);
  expect(draft.lostUsername).toBeNull();
  draft.keep({ ...WRITTEN, username: 'lea_2' });
  draft.lose(' lea ');
  expect([...kept.values()].join()).not.toContain('marée');
  const next = new RegistrationDraft(storedIn(kept));
  expect([next.lostUsername, next.begin('', false).username]).toEqual(['lea', 'lea_2']);
  next.forget();
  expect([next.lostUsername, kept.size]).toEqual([null, 0]);
});

test('it is forgotten once it was sent, and nobody is shown it after a sign-in', () => {
  const draft = new RegistrationDraft(storedIn());
  draft.keep(WRITTEN);
  draft.forget();
  expect(draft.begin('', false)).toEqual(EMPTY_REGISTRATION);
  draft.keep(WRITTEN);
  expect(draft.begin('', true)).toEqual(EMPTY_REGISTRATION);
  expect(draft.begin('', false)).toEqual(EMPTY_REGISTRATION);
});
