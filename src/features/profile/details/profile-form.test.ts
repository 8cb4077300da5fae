import { describe, expect, test } from 'vitest';
import { LEA } from '#src/page/session/testing/lea.ts';
import { changedIn, draftOf, problemsOfDraft } from './profile-form.tsx';

const GOOD = { firstName: 'Léa', lastName: 'Marchand', username: 'lea_maree' };
const NO_PROBLEMS = { firstName: null, lastName: null, username: null };

describe('a profile’s draft', () => {
  test('what was not changed here is sent as it is known by now, and no username at all [A138]', () => {
    const begun = { firstName: 'Zoé', lastName: 'Durand', username: 'zoe' };
    const before = { firstName: 'Zoé-Lou', lastName: 'Durand', username: 'zoe' };
    expect(changedIn({ ...begun, lastName: 'Martin' }, { begun, before })).toEqual({
      firstName: 'Zoé-Lou',
      lastName: 'Martin',
      username: '',
    });
    expect(changedIn({ ...begun, username: 'lou' }, { begun, before }).username).toBe('lou');
  });

  test('begins with what is known of the member', () => {
    expect(draftOf({ ...LEA, last_name: null })).toEqual({
      firstName: 'Léa',
      lastName: '',
      username: 'lea_m',
    });
  });

  test('can be saved when every rule is kept, and with a blank username', () => {
    expect(problemsOfDraft(GOOD)).toEqual(NO_PROBLEMS);
    expect(problemsOfDraft({ ...GOOD, username: '' })).toEqual(NO_PROBLEMS);
  });

  test.each([
    [{ firstName: 'L' }, { firstName: 'first_name_too_short' }],
    [{ lastName: ' M ' }, { lastName: 'last_name_too_short' }],
    [{ username: 'le' }, { username: 'username_length' }],
    [{ username: 'l'.repeat(51) }, { username: 'username_length' }],
    [{ username: 'léa m' }, { username: 'username_characters' }],
  ])('with %o breaks %o', (change, problems) => {
    expect(problemsOfDraft({ ...GOOD, ...change })).toEqual({ ...NO_PROBLEMS, ...problems });
  });
});
