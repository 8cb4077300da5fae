import { expect, test } from 'vitest';
import { CallError } from '#src/page/wire/call-error.ts';
import { afterChange, failureOf, NO_FAILURE } from './submit-failure.ts';

const refused = (status: number, code: string, fields = {}) =>
  failureOf(new CallError('Non', { status, code, fields }));

test('a failure keeps what was thrown, and its code', () => {
  expect(refused(401, 'invalid_credentials')).toMatchObject({
    cause: { message: 'Non' },
    code: 'invalid_credentials',
    isRefusal: true,
  });
  const cause = new TypeError('?');
  expect(failureOf(cause)).toEqual({ ...NO_FAILURE, cause });
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
  // The sentence may have been about the address.
  expect(afterChange(two, 'email')).toMatchObject({ cause: null, problems: { password: 'password_common' } });
  expect(afterChange(afterChange(two, 'email'), 'password')).toBe(NO_FAILURE);
});

test('what was refused as a whole is no longer true of another form', () => {
  expect(afterChange(refused(401, 'invalid_credentials'), 'password')).toBe(NO_FAILURE);
});

test.each([0, 500, 503])('a failure with status %i is none of the fields’ fault', (status) => {
  const failure = refused(status, 'no_answer');
  expect(afterChange(failure, 'email')).toBe(failure);
});
