import { describe, expect, it } from 'vitest';
import type { User } from '#src/page/session/user.wire.ts';
import { draftOf, problemsOfDraft } from './profile-form.tsx';

const USER: User = {
  id: '1',
  email: 'lea@example.org',
  first_name: 'Léa',
  last_name: null,
  pseudo: 'lea_m',
  profile_picture: '',
  created_at: '2019-05-04T10:00:00+02:00',
  email_verified: true,
};
const GOOD = { firstName: 'Léa', lastName: 'Marchand', username: 'lea_maree' };
const NO_PROBLEMS = { firstName: null, lastName: null, username: null };

describe('a profile’s draft', () => {
  it('begins with what is known of the member', () => {
    expect(draftOf(USER)).toEqual({ firstName: 'Léa', lastName: '', username: 'lea_m' });
  });

  it('can be saved when every rule is kept, and with a blank username', () => {
    expect(problemsOfDraft(GOOD)).toEqual(NO_PROBLEMS);
    expect(problemsOfDraft({ ...GOOD, username: '' })).toEqual(NO_PROBLEMS);
  });

  it.each([
    [{ firstName: 'L' }, { firstName: 'first_name_too_short' }],
    [{ lastName: ' M ' }, { lastName: 'last_name_too_short' }],
    [{ username: 'le' }, { username: 'username_length' }],
    [{ username: 'l'.repeat(51) }, { username: 'username_length' }],
    [{ username: 'léa m' }, { username: 'username_characters' }],
  ])('with %o breaks %o', (change, problems) => {
    expect(problemsOfDraft({ ...GOOD, ...change })).toEqual({ ...NO_PROBLEMS, ...problems });
  });
});
