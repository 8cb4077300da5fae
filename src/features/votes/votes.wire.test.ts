import { expect, test } from 'vitest';
import { voteStatusSchema } from './votes.wire.ts';

test('a reply that only says whether the member has voted is read [A85]', () => {
  expect(voteStatusSchema.parse({ has_voted: true })).toEqual({ has_voted: true, vote: null });
  expect(voteStatusSchema.parse({ has_voted: true, vote: 'like' })).toEqual({
    has_voted: true,
    vote: 'like',
  });
  expect(voteStatusSchema.safeParse({ vote: 'like' }).success).toBe(false);
});
