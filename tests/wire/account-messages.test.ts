import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { FIELD_ERRORS, WIRE_ERRORS } from '#src/contract/wire-errors.ts';
import { translate } from '#src/i18n/translate.ts';
import { PASSWORD, registration, startMembers, type TestMembers } from '../support/start-members.ts';

let members: TestMembers;
let token: string;
beforeAll(async () => {
  members = await startMembers();
  ({ token } = await members.join('taken'));
});
afterAll(() => members[Symbol.asyncDispose]());

const broken = (change: object) => (language: string) =>
  members.post('register', { ...registration('fresh'), ...change }, { language });
const inProfile = (username: string) => (language: string) =>
  members.post(
    'profile',
    { firstName: 'Zoé', lastName: 'Durand', pseudo: username },
    { language, token, query: { _method: 'PUT' } },
  );

/** Sentences that clients know by heart [A22, A23, A24, A28], and what makes the server say them. */
const SENTENCES = [
  ['Username must contain at least 3 characters', broken({ pseudo: 'ab' })],
  ['Username cannot exceed 50 characters', broken({ pseudo: 'x'.repeat(51) })],
  ['Username can only contain letters, numbers, hyphens and underscores', broken({ pseudo: 'a b c' })],
  ['This username is already taken', broken({ pseudo: 'TAKEN' })],
  ['Username must contain between 3 and 50 characters', inProfile('ab')],
  ['First name must contain at least 2 characters', broken({ firstName: 'Z' })],
  ['Last name must contain at least 2 characters', broken({ lastName: 'D' })],
  ['Invalid email address', broken({ email: 'example.org' })],
  ['Password must contain at least 8 characters', broken({ password: '1234567' })],
  ['This password is among the most common ones. Please choose another.', broken({ password: '12345678' })],
  ['An account already exists for this e-mail address', broken({ email: 'taken@example.org' })],
  [
    'Wrong e-mail or password',
    (language: string) =>
      members.post('login', { email: 'nobody@example.org', password: PASSWORD }, { language }),
  ],
  [
    'User not found',
    (language: string) => members.get('user-favorites', { language, query: { pseudo: 'nobody' } }),
  ],
  [
    'This link is not valid',
    (language: string) => members.post('verify-email', { token: 'x' }, { language }),
  ],
] as const;

describe.each(SENTENCES)('%s', (english, provoke) => {
  test('is said in the caller’s language, in each of the eight', async () => {
    const said = new Map<string, string | undefined>();
    for (const language of LANGUAGES) {
      const reply = await provoke(language);
      expect(reply.success).toBe(false);
      expect(reply.headers.get('content-language')).toBe(language);
      said.set(language, reply.error);
    }
    expect(said.get('en')).toBe(english);
    expect(new Set(said.values()).size).toBe(LANGUAGES.length);
  });
});

test('a station without mail promises none, and says whom to write to, in each of the eight', async () => {
  const association = { name: 'Les Amis', email: 'bureau@amis.example' };
  await using reached = await startMembers({ station: { association } });
  for (const [station, contact] of [
    [members, ''],
    [reached, association.email],
  ] as const) {
    const said = new Set<string | undefined>();
    for (const language of LANGUAGES) {
      for (const endpoint of ['forgot-password', 'resend-verification']) {
        const reply = await station.post(endpoint, { email: `${language}@example.org` }, { language });
        expect(reply).toMatchObject({ status: 200, success: true, data: { emailSent: false, contact } });
        expect(reply.message).toContain(contact);
        said.add(reply.message);
      }
    }
    expect(said.size).toBe(LANGUAGES.length);
    expect([...said]).not.toContain(translate('en', 'replies.mail-on-its-way'));
  }
});

test('a French caller reads the fixed sentences to the letter', async () => {
  expect((await broken({ pseudo: 'taken' })('fr')).error).toBe('Ce pseudo est déjà utilisé');
  expect(translate('fr', 'replies.email-validated')).toBe('Email validé avec succès !');
});

test('every code has its sentence in every language', () => {
  for (const language of LANGUAGES) {
    for (const code of Object.keys(WIRE_ERRORS) as (keyof typeof WIRE_ERRORS)[])
      expect(translate(language, `errors.${code}`, { name: 'x', word: 'x' })).not.toContain('errors.');
    for (const code of FIELD_ERRORS)
      expect(translate(language, `errors.fields.${code}`, { name: 'x' })).not.toContain('errors.');
  }
});
