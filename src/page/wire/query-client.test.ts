import { expect, test } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { CallError } from './call-error.ts';
import { queriesOf } from './query-client.ts';

test.each([
  ['no answer', { code: 'no_answer', status: 0 }, true],
  ['an answer that nobody can read', { code: 'unreadable_answer', status: 200 }, true],
  ['a server in trouble', { code: 'unavailable', status: 503 }, true],
  ['a refusal', { code: 'track_not_found', status: 404 }, false],
  ['no network', { code: 'offline', status: 0 }, false],
  ['a whole time without an answer', { code: 'timed_out', status: 0 }, false],
])('after %s a query makes its call once more, or not at all [A63]', (_what, facts, isMadeAgain) => {
  const error = new CallError('', facts);
  const { retry } = queriesOf(testBrowser()).defaultQueryOptions({ queryKey: ['anything'] });
  expect(typeof retry === 'function' && [retry(0, error), retry(1, error)]).toEqual([isMadeAgain, false]);
});
