import { expect, test } from 'vitest';
import { ROWS_MAX } from '#src/contract/limits.ts';
import type { Span } from './ask-following.ts';
import { askWhose } from './ask-whose.ts';
import type { Comment } from './comments.wire.ts';
import { hasUnclear, type Thread, withWhose } from './thread.ts';

/** The caller's are those whose id can be divided by ten; a guest is told nothing of it. */
function comment(
  id: number,
  isMember: boolean,
  replies: readonly number[] = [],
  parentId: number | null = null,
): Comment {
  return {
    id,
    pseudo: null,
    first_name: 'Léa',
    last_name: null,
    profile_picture: '',
    comment: `number ${id}`,
    created_at: '2026-11-21T12:00:00.000Z',
    parent_id: parentId,
    deleted: false,
    ...(isMember && { own: id % 10 === 0 }),
    replies: replies.map((reply) => comment(reply, isMember, [], id)),
    reply_count: replies.length,
  };
}

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
const shown = (comments: Comment[]): Thread => ({ comments, has_more: false, total: comments.length });

/** A server that has these comments, newest first, and notes what it is asked for. */
function server(ids: readonly number[], repliesOf: Readonly<Record<number, readonly number[]>> = {}) {
  const asked: unknown[] = [];
  return {
    asked,
    async comments({ offset, limit }: Span) {
      asked.push(['comments', offset, limit]);
      const rows = ids.slice(offset, offset + limit);
      const comments = rows.map((id) => comment(id, true, repliesOf[id]?.slice(0, 2)));
      return { comments, has_more: offset + limit < ids.length, total: ids.length };
    },
    async replies(parentId: number, { offset, limit }: Span) {
      asked.push(['replies', parentId, offset, limit]);
      const all = repliesOf[parentId];
      if (all === undefined) throw new Error('comment_not_found');
      const replies = all.slice(offset, offset + limit).map((id) => comment(id, true, [], parentId));
      return { replies, has_more: offset + limit < all.length, total: all.length };
    },
  };
}

const own = ({ comments }: Thread) =>
  comments
    .flatMap((one) => [one, ...one.replies])
    .filter((one) => one.own === true)
    .map(({ id }) => id);

test('[A112] comments that a guest was shown are known as the member’s own once asked for again', async () => {
  const first = down(120, 118).map((id) => comment(id, true));
  const thread = shown([...first, ...down(117, 41).map((id) => comment(id, false))]);
  expect(hasUnclear(thread)).toBe(true);
  const ask = server(down(120, 1));
  const known = withWhose(thread, await askWhose(thread, ask));
  expect(own(known)).toEqual([120, 110, 100, 90, 80, 70, 60, 50]);
  expect(hasUnclear(known)).toBe(false);
  // No further than what is shown.
  expect(ask.asked).toEqual([
    ['comments', 0, ROWS_MAX],
    ['comments', ROWS_MAX, ROWS_MAX],
  ]);
});

test('[A112] so are replies beyond those that come with their comment, and what is gone costs no other', async () => {
  const thread = shown(
    [comment(9, true, [10, 11, 30]), comment(8, true, [20, 21, 40])].map((one) => ({
      ...one,
      replies: one.replies.map(({ own: _, ...reply }) => reply),
    })),
  );
  const ask = server([9], { 9: [10, 11, 30] });
  const known = withWhose(thread, await askWhose(thread, ask));
  expect(own(known)).toEqual([10, 30]);
  expect(ask.asked).toEqual([
    ['replies', 9, 0, ROWS_MAX],
    ['replies', 8, 0, ROWS_MAX],
  ]);
  expect(hasUnclear(known)).toBe(true);
});

test('a thread that was told to the member, or whose comments are deleted, has nothing to ask for', async () => {
  const deleted = { ...comment(7, false), deleted: true };
  const thread = shown([comment(9, true, [10]), deleted]);
  expect(hasUnclear(thread)).toBe(false);
  const ask = server([9]);
  expect(await askWhose(thread, ask)).toEqual(new Map());
  expect(ask.asked).toEqual([]);
});

test('a server that answers with the same page again is not asked without end', async () => {
  const known = shown(down(20, 1).map((id) => comment(id, false)));
  let asked = 0;
  const whose = await askWhose(known, {
    async comments() {
      asked += 1;
      if (asked > 9) throw new Error('asked again');
      return { comments: [comment(20, true)], has_more: true, total: 20 };
    },
    replies: server([]).replies,
  });
  expect([asked, [...whose]]).toEqual([2, [[20, true]]]);
});
