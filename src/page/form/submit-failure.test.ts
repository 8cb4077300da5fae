import { expect, test } from 'vitest';
import type { Text } from '#src/i18n/text-key.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { afterChange, failureOf, NO_FAILURE } from './submit-failure.ts';

const text: Text = (key) => `[${key}]`;

const refused = (status: number, code: string, fields = {}) =>
  failureOf(text, new CallError('Non', { status, code, fields }), 'Something went wrong');

test('a failure says what the server said, else what the form says', () => {
  expect(refused(401, 'invalid_credentials')).toMatchObject({ error: 'Non', code: 'invalid_credentials' });
  expect(refused(0, 'no_answer').error).toBe('Something went wrong');
  expect(refused(0, 'offline').error).toBe('[player.offline]. Something went wrong');
  expect(refused(0, 'timed_out').error).toBe('[frame.too-late] Something went wrong');
  expect(refused(502, 'unreadable_answer').error).toBe('Something went wrong');
  expect(failureOf(text, new TypeError('?'), 'Something went wrong')).toEqual({
    ...NO_FAILURE,
    error: 'Something went wrong',
  });
});

test('a conflict belongs to its field, named or not', () => {
  expect(refused(409, 'username_taken').problems).toEqual({ username: 'username_taken' });
  expect(refused(422, 'validation_failed', { pseudo: 'too_short' }).problems).toEqual({
    username: 'too_short',
  });
  expect(refused(409, 'email_taken', { email: 'email_taken' }).problems).toEqual({ email: 'email_taken' });
});

test('a refused field is refused until it is changed', () => {
  const failure = refused(409, 'email_taken', { email: 'email_taken' });
  expect(afterChange(failure, 'email')).toBe(NO_FAILURE);
  const two = refused(422, 'validation_failed', { email: 'email_invalid', password: 'password_common' });
  expect(afterChange(two, 'firstName')).toBe(two);
  expect(afterChange(two, 'email').problems).toEqual({ password: 'password_common' });
  expect(afterChange(afterChange(two, 'email'), 'password')).toBe(NO_FAILURE);
});

test('what was refused as a whole is no longer true of another form', () => {
  expect(afterChange(refused(401, 'invalid_credentials'), 'password')).toBe(NO_FAILURE);
});

test.each([0, 500, 503])('a failure with status %i is none of the fields’ fault', (status) => {
  const failure = refused(status, 'no_answer');
  expect(afterChange(failure, 'email')).toBe(failure);
});
