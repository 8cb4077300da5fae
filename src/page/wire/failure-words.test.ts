import { expect, test } from 'vitest';
import type { Text } from '#src/i18n/text-key.ts';
import { CallError } from './call-error.ts';
import { failureWords } from './failure-words.ts';

const text: Text = (key) => `[${key}]`;

const said = (status: number, code: string) =>
  failureWords(text, new CallError('Non', { status, code }), 'Something went wrong');

test('a failure says what the server said, else what was not done', () => {
  expect(said(401, 'invalid_credentials')).toBe('Non');
  expect(said(0, 'no_answer')).toBe('Something went wrong');
  expect(said(0, 'offline')).toBe('[player.offline]. Something went wrong');
  expect(said(0, 'timed_out')).toBe('[frame.too-late] Something went wrong');
  expect(said(502, 'unreadable_answer')).toBe('Something went wrong');
  expect(failureWords(text, new TypeError('?'), 'Something went wrong')).toBe('Something went wrong');
});
