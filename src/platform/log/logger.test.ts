import { expect, test } from 'vitest';
import { OutsideError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from './logger.ts';

function logged(value: unknown): string {
  const lines: string[] = [];
  const to = { write: (line: string) => void lines.push(line) };
  createLogger({ level: 'info', part: 'test', to }).error({ err: value }, 'something failed');
  return lines.join('');
}

test('a log names an error, its code, its causes and where they came from', () => {
  const cause = Object.assign(new TypeError('no such table'), { code: '42P01' });
  const entry = JSON.parse(logged(new Error('could not be read', { cause })));
  expect(entry.err).toMatchObject({
    type: 'Error',
    message: 'could not be read',
    cause: { type: 'TypeError', message: 'no such table', code: '42P01' },
  });
  expect(entry.err.stack).toContain('logger.test');
});

test('a log holds nothing that a library hangs on its errors', () => {
  const cause = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(me@example.org) exists.' });
  const error = Object.assign(new Error('failed', { cause }), { parameters: ['me@example.org'] });
  expect(logged(error)).not.toContain('me@example.org');
});

test('what is no error is logged as it is', () => {
  expect(JSON.parse(logged('a word')).err).toBe('a word');
});

test('what the outside did is told without a stack, its causes too', () => {
  const error = new OutsideError('the database cannot answer', { cause: new Error('ECONNREFUSED') });
  expect(JSON.parse(logged(error)).err).toEqual({
    type: 'Error',
    message: 'the database cannot answer',
    cause: { type: 'Error', message: 'ECONNREFUSED' },
  });
});
