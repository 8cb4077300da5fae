import { describe, expect, test } from 'vitest';
import type { Comment, CommentsPage } from './comments.wire.ts';
import {
  askForMore,
  type Thread,
  withLatest,
  withMore,
  withMoreReplies,
  withoutComment,
  withPosted,
} from './thread.ts';

function comment(id: number, replies: readonly number[] = [], parent_id: number | null = null): Comment {
  return {
    id,
    pseudo: 'lea_m',
    first_name: 'Léa',
    last_name: null,
    profile_picture: '',
    comment: `number ${id}`,
    created_at: '2026-11-21T12:00:00.000Z',
    parent_id,
    deleted: false,
    replies: replies.map((reply) => comment(reply, [], id)),
    reply_count: replies.length,
  };
}

function page(ids: readonly number[], has_more: boolean, total: number): CommentsPage {
  return { comments: ids.map((id) => comment(id)), has_more, total };
}

const shape = ({ comments, has_more, total }: Thread) => [comments.map(({ id }) => id), has_more, total];

describe('the first page, asked for again', () => {
  test('is the thread where nothing was known', () => {
    expect(shape(withLatest(undefined, page([9, 8, 7], true, 9)))).toEqual([[9, 8, 7], true, 9]);
  });

  test('keeps the pages after it', () => {
    const known = page([9, 8, 7, 6, 5, 4], false, 6);
    expect(shape(withLatest(known, page([9, 8, 7], true, 6)))).toEqual([[9, 8, 7, 6, 5, 4], false, 6]);
  });

  test('brings what others wrote, and loses what they deleted', () => {
    const known = page([9, 8, 7], true, 9);
    expect(shape(withLatest(known, page([11, 9, 7], true, 9)))).toEqual([[11, 9, 7], true, 9]);
  });

  test('keeps a comment that was posted while it was on its way', () => {
    const known = page([12, 9, 8], true, 10);
    expect(shape(withLatest(known, page([9, 8, 7], true, 9)))).toEqual([[12, 9, 8, 7], true, 10]);
  });

  test('is empty when all have gone', () => {
    expect(shape(withLatest(page([9], false, 1), page([], false, 0)))).toEqual([[], false, 0]);
  });
});

describe('the next page', () => {
  test('comes after what is there, without a comment twice', () => {
    const known = page([9, 8, 7], true, 6);
    expect(shape(withMore(known, page([7, 6, 5], true, 7)))).toEqual([[9, 8, 7, 6, 5], true, 7]);
  });

  test('is asked for until it has something new', async () => {
    const asked: number[] = [];
    const pages: Record<number, CommentsPage> = { 3: page([9, 8, 7], true, 9), 6: page([6, 5, 4], true, 9) };
    const found = await askForMore(page([9, 8, 7], true, 6), async (offset) => {
      asked.push(offset);
      return pages[offset] ?? page([], false, 9);
    });
    expect([asked, found.comments[0]?.id]).toEqual([[3, 6], 6]);
  });

  test('is asked for once when there are no others', async () => {
    const known = page([9, 8, 7], true, 4);
    const found = await askForMore(known, async () => page([7], false, 3));
    expect(shape(withMore(known, found))).toEqual([[9, 8, 7], false, 3]);
  });
});

describe('what a member has just posted', () => {
  test('comes first, once', () => {
    const known = page([9, 8], true, 5);
    const posted = withPosted(known, comment(10));
    expect(shape(posted)).toEqual([[10, 9, 8], true, 6]);
    expect(shape(withPosted(posted, comment(10)))).toEqual([[10, 9, 8], true, 6]);
  });

  test('comes last under the comment that it replies to', () => {
    const known: Thread = { comments: [comment(9), comment(8, [11])], has_more: false, total: 2 };
    const { comments, total } = withPosted(known, comment(12, [], 8));
    expect(comments[1]).toMatchObject({ reply_count: 2, replies: [{ id: 11 }, { id: 12, parent_id: 8 }] });
    expect(comments[1]?.replies[1]).not.toHaveProperty('replies');
    expect([comments.length, total]).toEqual([2, 2]);
  });
});

describe('what its author deletes', () => {
  const known: Thread = { comments: [comment(9, [10, 11]), comment(8)], has_more: false, total: 2 };

  test('goes', () => {
    expect(shape(withoutComment(known, 8))).toEqual([[9], false, 1]);
    expect(withoutComment(known, 10).comments[0]).toMatchObject({ reply_count: 1, replies: [{ id: 11 }] });
  });

  test('leaves its place while it has replies, without words and name', () => {
    const left = withoutComment(known, 9);
    expect(shape(left)).toEqual([[9, 8], false, 2]);
    expect(left.comments[0]).toMatchObject({ deleted: true, comment: '', pseudo: null, reply_count: 2 });
    expect(shape(withoutComment(withoutComment(left, 10), 11))).toEqual([[8], false, 1]);
  });
});

describe('a comment with more replies than come with it', () => {
  const first = { ...comment(1, [2, 3]), reply_count: 5 };
  const known: Thread = { comments: [first], has_more: false, total: 1 };
  const replies = ({ comments }: Thread) => [
    comments[0]?.replies.map(({ id }) => id),
    comments[0]?.reply_count,
  ];
  const more = { replies: comment(1, [4, 5, 6]).replies, has_more: false, total: 6 };

  test('shows the next ones once, and one that was posted meanwhile in its place', () => {
    const posted = withPosted(known, comment(6, [], 1));
    expect(replies(posted)).toEqual([[2, 3, 6], 6]);
    expect(replies(withMoreReplies(posted, 1, more))).toEqual([[2, 3, 4, 5, 6], 6]);
    expect(replies(withMoreReplies(known, 99, more))).toEqual([[2, 3], 5]);
  });

  test('keeps them when its page is asked for again, and loses what has gone', () => {
    const whole = withMoreReplies(known, 1, more);
    const page = { comments: [{ ...comment(1, [3, 4]), reply_count: 4 }], has_more: false, total: 1 };
    expect(replies(withLatest(whole, page))).toEqual([[3, 4, 5, 6], 4]);
    const all = { comments: [comment(1, [3])], has_more: false, total: 1 };
    expect(replies(withLatest(whole, all))).toEqual([[3], 1]);
  });

  test('keeps its place when it is deleted, until the last of all replies has gone', () => {
    const emptied = withoutComment({ ...known, comments: [{ ...first, replies: [] }] }, 1);
    expect(emptied.comments[0]).toMatchObject({ deleted: true, reply_count: 5 });
    expect(replies(withoutComment(known, 3))).toEqual([[2], 4]);
  });
});
