import { expect, test } from 'vitest';
import { CallError } from '#src/page/wire/call-error.ts';
import { submitUnlessVoted, type VoteCalls } from './send-vote.ts';

/** Notes the calls that are made, and makes them end as told. */
function callsThat(ends: { status: () => boolean; submit?: () => void }) {
  const made: string[] = [];
  const calls: VoteCalls = {
    async askStatus() {
      made.push('status');
      return { has_voted: ends.status() };
    },
    async submit() {
      made.push('submit');
      ends.submit?.();
    },
  };
  return { calls, made };
}

const failing = (status: number, code: string) => () => {
  throw new CallError('No.', { status, code });
};

test('a vote is sent once the server has none of this week', async () => {
  const { calls, made } = callsThat({ status: () => false });
  expect(await submitUnlessVoted(calls)).toBe('kept');
  expect(made).toEqual(['status', 'submit']);
});

test('a vote of this week is not repeated', async () => {
  const { calls, made } = callsThat({ status: () => true });
  expect(await submitUnlessVoted(calls)).toBe('known');
  expect(made).toEqual(['status']);
});

test.each([
  ['refused', 409, 'already_voted'],
  ['refused', 404, 'track_not_found'],
  ['refused', 403, 'forbidden'],
  ['refused', 200, 'already_voted'],
  ['failed', 0, 'no_answer'],
  ['failed', 200, 'unreadable_answer'],
  ['failed', 403, 'unreadable_answer'],
  ['failed', 500, 'internal_error'],
  ['failed', 503, 'unavailable'],
  ['signed-out', 401, 'authentication_required'],
])('a vote has %s after the answer %d %s', async (end, status, code) => {
  expect(
    await submitUnlessVoted(callsThat({ status: () => false, submit: failing(status, code) }).calls),
  ).toBe(end);
});

test.each([
  ['failed', 0, 'no_answer'],
  ['failed', 503, 'unavailable'],
  ['failed', 403, 'forbidden'],
  ['signed-out', 401, 'authentication_required'],
])('a vote has %s and is not sent when the question before is answered %d %s', async (end, status, code) => {
  const { calls, made } = callsThat({ status: failing(status, code) });
  expect(await submitUnlessVoted(calls)).toBe(end);
  expect(made).toEqual(['status']);
});
