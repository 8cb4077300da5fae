import { describe, expect, test } from 'vitest';
import type { Span } from './ask-following.ts';
import type { Comment, CommentsPage, RepliesPage } from './comments.wire.ts';
import {
  askForMore,
  askForMoreReplies,
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

  test('has none behind it that do not join it, where others wrote more than a page meanwhile', () => {
    const known = page([6, 5, 4, 3], false, 4);
    expect(shape(withLatest(known, page([12, 11, 10], true, 9)))).toEqual([[12, 11, 10], true, 9]);
    const posted = withPosted(known, comment(13));
    expect(shape(withLatest(posted, page([12, 11, 10], true, 9)))).toEqual([[13, 12, 11, 10], true, 10]);
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

  const server =
    (...ids: number[]) =>
    async ({ offset, limit }: Span) =>
      page(ids.slice(offset, offset + limit), offset + limit < ids.length, ids.length);
  const more = async (known: Thread, ...ids: number[]) =>
    shape(withMore(known, await askForMore(known, server(...ids))));

  test('brings three', async () => {
    expect(await more(page([9, 8, 7], true, 7), 9, 8, 7, 6, 5, 4, 3)).toEqual([[9, 8, 7, 6, 5, 4], true, 7]);
  });

  test('brings three where ids rise, and none twice', async () => {
    const known = page([1, 2, 3], true, 6);
    expect(await more(known, 1, 2, 3, 4, 5, 6)).toEqual([[1, 2, 3, 4, 5, 6], false, 6]);
    expect(shape(withLatest(known, known))).toEqual([[1, 2, 3], true, 6]);
  });

  test('is looked for behind all that others wrote meanwhile', async () => {
    const known = page([9, 8, 7], true, 4);
    expect(await more(known, 14, 13, 12, 11, 10, 9, 8, 7, 6)).toEqual([[9, 8, 7, 6], false, 9]);
  });

  test('brings what comes after those that were deleted here, be it all that was shown', async () => {
    const whole = page([9, 8, 7], true, 4);
    const one = withoutComment(whole, 7);
    expect(shape(one)).toEqual([[9, 8], true, 3]);
    expect(await more(one, 9, 8, 6)).toEqual([[9, 8, 6], false, 3]);
    const none = [9, 8, 7].reduce(withoutComment, whole);
    expect(shape(none)).toEqual([[], true, 1]);
    expect(await more(none, 6)).toEqual([[6], false, 1]);
  });

  test('leaves nothing out where others have deleted some meanwhile', async () => {
    const known = page([9, 8, 7, 6, 5], true, 7);
    expect(await more(known, 6, 5, 4, 3)).toEqual([[9, 8, 7, 6, 5, 4, 3], false, 4]);
    expect(await more(known, 3)).toEqual([[9, 8, 7, 6, 5, 3], false, 1]);
    expect(await more(known)).toEqual([[9, 8, 7, 6, 5], false, 0]);
  });

  test('is asked for as the specification has it, whatever is not told', async () => {
    const asked: Span[] = [];
    const pages = [page([9, 8, 7], true, 3), page([6, 5], false, 2)] as const;
    const ask = async (span: Span) => {
      asked.push(span);
      return pages[1];
    };
    expect(shape(withMore(pages[0], await askForMore(pages[0], ask)))[0]).toEqual([9, 8, 7, 6, 5]);
    expect(asked).toEqual([{ offset: 3, limit: 3 }]);
  });

  test('is asked for no more where a server answers with the same page each time', async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return page([9, 8, 7], true, 9);
    };
    expect(
      shape(withMore(page([9, 8, 7], true, 9), await askForMore(page([9, 8, 7], true, 9), ask))),
    ).toEqual([[9, 8, 7], true, 9]);
    expect(asked).toBe(2);
  });

  test('comes after what was posted here', async () => {
    const known = withPosted(page([9, 8, 7], true, 5), comment(12));
    expect(await more(known, 12, 11, 9, 8, 7, 6, 5)).toEqual([[12, 9, 8, 7, 6, 5], false, 7]);
  });
});

describe('what a member has just posted', () => {
  test('comes first, once', () => {
    const known = page([9, 8], true, 5);
    const posted = withPosted(known, comment(10));
    expect(shape(posted)).toEqual([[10, 9, 8], true, 6]);
    expect(shape(withPosted(posted, comment(10)))).toEqual([[10, 9, 8], true, 6]);
  });

  test('comes in its place where it was lost, and others have written since', () => {
    const known: Thread = { comments: [comment(12), comment(9, [11])], has_more: false, total: 2 };
    expect(shape(withPosted(known, comment(10)))).toEqual([[12, 10, 9], false, 3]);
    expect(withPosted(known, comment(9))).toEqual(known);
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
  const more = { replies: comment(1, [4, 5, 6]).replies, left: 0 };

  test('shows the next ones once, and one that was posted meanwhile in its place', () => {
    const posted = withPosted(known, comment(6, [], 1));
    expect(replies(posted)).toEqual([[2, 3, 6], 6]);
    expect(replies(withMoreReplies(posted, 1, more))).toEqual([[2, 3, 4, 5, 6], 5]);
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

describe('the replies that follow', () => {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const shown = (ids: readonly number[], reply_count: number): Thread => ({
    comments: [{ ...comment(1, ids), reply_count }],
    has_more: false,
    total: 1,
  });
  const server =
    (ids: readonly number[]) =>
    async ({ offset, limit }: Span): Promise<RepliesPage> => ({
      replies: comment(1, ids.slice(offset, offset + limit)).replies,
      has_more: offset + limit < ids.length,
      total: ids.length,
    });
  const more = async (known: Thread, ids: readonly number[]) =>
    withMoreReplies(known, 1, await askForMoreReplies(known, 1, server(ids)));
  const said = ({ comments }: Thread) => comments[0]?.replies.map(({ id }) => id);
  const count = ({ comments }: Thread) => comments[0]?.reply_count;

  test('come twenty at a time, until none is left', async () => {
    const second = await more(shown(from(2, 21), 50), from(2, 51));
    expect([said(second), count(second)]).toEqual([from(2, 41), 50]);
    const third = await more(second, from(2, 51));
    expect([said(third), count(third)]).toEqual([from(2, 51), 50]);
  });

  test('come without a hole where one was deleted here', async () => {
    const known = withoutComment(shown(from(2, 21), 25), 5);
    const left = [...from(2, 4), ...from(6, 26)];
    const whole = await more(known, left);
    expect([said(whole), count(whole)]).toEqual([left, 24]);
  });

  test('come without a hole where others have deleted some', async () => {
    const left = [...from(2, 4), ...from(9, 26)];
    const whole = await more(shown(from(2, 21), 25), left);
    expect([said(whole), count(whole)]).toEqual([from(2, 26), 25]);
  });

  test('come before those that were posted here meanwhile, of which none is missing or there twice', async () => {
    const posted = [90, 91, 92, 93, 94, 95, 96];
    const known = posted.reduce(
      (thread, id) => withPosted(thread, comment(id, [], 1)),
      shown(from(2, 21), 50),
    );
    const all = [...from(2, 51), ...posted];
    const second = await more(known, all);
    expect([said(second), count(second)]).toEqual([[...from(2, 41), ...posted], 57]);
    const third = await more(second, all);
    expect([said(third), count(third)]).toEqual([all, 57]);
    expect(third.comments[0]?.apart).toEqual([]);
  });

  test('come where a newer page had replies of others before the one posted here', async () => {
    const known = withPosted(shown(from(2, 20), 19), comment(90, [], 1));
    const all = [...from(2, 26), 90];
    const latest = { ...comment(1, from(2, 21)), reply_count: 26 };
    const newer = withLatest(known, { comments: [latest], has_more: false, total: 1 });
    expect([said(newer), count(newer)]).toEqual([[...from(2, 21), 90], 26]);
    const whole = await more(newer, all);
    expect([said(whole), count(whole)]).toEqual([all, 26]);
  });
});
