import { expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { retryOnce } from './use-page-query.ts';

test.each([
  ['no answer', { code: 'no_answer', status: 0 }, true],
  ['an answer that nobody can read', { code: 'unreadable_answer', status: 200 }, true],
  ['a server in trouble', { code: 'unavailable', status: 503 }, true],
  ['a refusal', { code: 'track_not_found', status: 404 }, false],
  ['no network', { code: 'offline', status: 0 }, false],
  ['a whole time without an answer', { code: 'timed_out', status: 0 }, false],
])('after %s a page’s call is made once more, or not at all [W79, A63]', (_what, facts, isMadeAgain) => {
  const error = new CallError('', facts);
  expect([retryOnce(0, error), retryOnce(1, error)]).toEqual([isMadeAgain, false]);
});
