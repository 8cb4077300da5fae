import { expect, test } from 'vitest';
import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { commentsFeature } from '#src/features/comments/comments.feature.ts';
import { commentSchema, commentsSchema, repliesSchema } from '#src/features/comments/comments.wire.ts';
import { listForOperator } from '#src/features/comments/moderation.server.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { pageServicesOf } from '#src/web/pages/pages.ts';
import { WireDoor } from '#src/web/wire/wire-door.ts';
import { PASSWORD, startMembers } from '../support/start-members.ts';

const TITLE = 'Éole - Marée';
const OTHER = 'Nacre - Embruns';

async function setUp(options: Parameters<typeof startMembers>[0] = {}) {
  const members = await startMembers(options);
  await members.web.data.addMedia(mediaRecord(1, 'Éole', 'Marée'), mediaRecord(2, 'Nacre', 'Embruns'));
  await members.web.drain();
  const zoe = await members.join('zoe');
  const yann = await members.join('yann');
  const send = (comment: unknown, more: object = {}, token = zoe.token) =>
    members.post('comments', { track_title: TITLE, comment, ...more }, { token });
  const write = async (comment: string, more: object = {}, token = zoe.token) => {
    members.web.clock.advance(MINUTE_MS);
    return commentSchema.parse((await send(comment, more, token)).data);
  };
  const read = async (query: Record<string, string> = {}, token = '') => {
    const reply = await members.get('comments', { token, query: { track_title: TITLE, ...query } });
    return commentsSchema.parse(reply.data);
  };
  const erase = (id: unknown, token = zoe.token) =>
    members.post('comments', undefined, { token, query: { id: String(id), _method: 'DELETE' } });
  const words = async () => (await read({ limit: '50' })).comments.map(({ comment }) => comment);
  const close = () => members[Symbol.asyncDispose]();
  return { members, zoe, yann, send, write, read, erase, words, [Symbol.asyncDispose]: close };
}

test('a member comments, and everybody reads it newest first, three at a time', async () => {
  await using set = await setUp();
  const first = await set.write(' Magnifique ! ');
  expect(first).toEqual({
    id: expect.any(Number),
    pseudo: 'zoe',
    first_name: 'Zoé',
    last_name: 'Durand',
    profile_picture: '',
    comment: 'Magnifique !',
    created_at: '2026-11-21T11:01:00.000Z',
    parent_id: null,
    deleted: false,
    own: true,
    replies: [],
    reply_count: 0,
  });
  for (const comment of ['two', 'three', 'four']) await set.write(comment, {}, set.yann.token);
  const page = await set.read();
  expect(page.comments.map(({ comment }) => comment)).toEqual(['four', 'three', 'two']);
  expect(page).toMatchObject({ has_more: true, total: 4 });
  const rest = await set.read({ offset: '3', track_title: ' EOLE - maree' });
  expect(rest).toMatchObject({ has_more: false, total: 4, comments: [{ comment: 'Magnifique !' }] });
  expect(rest.comments[0]).toMatchObject({ pseudo: 'zoe', first_name: 'Zoé', last_name: null });
  expect(JSON.stringify(rest)).not.toMatch(/own|example\.org|user_id|Durand/);
  const own = (await set.read({ limit: '50' }, set.zoe.token)).comments.map((one) => one.own);
  expect(own).toEqual([false, false, false, true]);
});

test('after the clock was set back the next comment is the newest all the same, by page and by reply [R44]', async () => {
  await using set = await setUp();
  const { clock } = set.members.web;
  const parent = await set.write('before one');
  await set.write('before two');
  await set.write('first reply', { parent_id: parent.id });
  clock.setWallClock(clock.nowMs() - 30 * MINUTE_MS);
  await set.write('after one');
  await set.write('after two');
  await set.write('second reply', { parent_id: parent.id });
  expect(await set.words()).toEqual(['after two', 'after one', 'before two', 'before one']);
  expect((await set.read()).comments.map(({ comment }) => comment)).toEqual([
    'after two',
    'after one',
    'before two',
  ]);
  const replies = ['first reply', 'second reply'];
  const [last] = (await set.read({ offset: '3' })).comments;
  expect(last?.replies.map(({ comment }) => comment)).toEqual(replies);
  const { data } = await set.members.get('replies', { query: { parent_id: String(parent.id) } });
  expect(repliesSchema.parse(data).replies.map(({ comment }) => comment)).toEqual(replies);
});

test('limit and offset outside of their bounds are the nearer bound; others are refused', async () => {
  await using set = await setUp();
  for (let count = 0; count < 5; count++) await set.write(`number ${count}`);
  const counts = async (query: Record<string, string>) => (await set.read(query)).comments.length;
  expect(await counts({ limit: '0' })).toBe(1);
  expect(await counts({ limit: '999' })).toBe(5);
  expect(await counts({ offset: '-3' })).toBe(3);
  expect(await counts({ offset: '9'.repeat(40) })).toBe(0);
  for (const query of [{ limit: 'x' }, { offset: '1.5' }, { offset: 'NaN' }])
    expect(await set.members.get('comments', { query: { track_title: TITLE, ...query } })).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
    });
  expect(await set.members.get('comments')).toMatchObject({ code: 'missing_parameter' });
  expect(await set.read({ track_title: 'Nobody - Nothing' })).toEqual({
    comments: [],
    has_more: false,
    total: 0,
  });
});

test('replies stand oldest first under their comment; one to a reply belongs to the same comment', async () => {
  await using set = await setUp();
  const { id } = await set.write('What a song');
  const reply = await set.write('Yes', { parent_id: id }, set.yann.token);
  expect(reply.parent_id).toBe(id);
  expect((await set.write('Indeed', { parent_id: reply.id })).parent_id).toBe(id);
  const page = await set.read();
  expect(page).toMatchObject({ total: 1, comments: [{ reply_count: 2 }] });
  expect(page.comments[0]?.replies.map(({ comment }) => comment)).toEqual(['Yes', 'Indeed']);
});

test.each([
  ['of another track', async ({ write }: Set) => (await write('Hi', { track_title: OTHER })).id],
  [
    'that was deleted',
    async ({ write, erase }: Set) => {
      const { id } = await write('Hi');
      await erase(id);
      return id;
    },
  ],
  ['that never was', async () => 77],
  ['of no number', async () => 0.5],
  ['beyond all numbers', async () => 1e300],
  ['below zero', async () => -1],
])('a reply to a comment %s is 404 and not kept', async (_which, parent) => {
  await using set = await setUp();
  const parent_id = await parent(set);
  expect(await set.send('Reply', { parent_id })).toMatchObject({ status: 404, code: 'comment_not_found' });
  expect(await set.words()).toEqual([]);
});
type Set = Awaited<ReturnType<typeof setUp>>;

test.each([
  ['nothing', undefined, { status: 422, fields: { comment: 'required' } }],
  [
    'a blank',
    ' \n ',
    { status: 422, fields: { comment: 'comment_required' }, error: 'Please write a comment' },
  ],
  ['what nobody sees', '\u200b\u2060\u202e', { status: 422, fields: { comment: 'comment_required' } }],
  ['145 emoji', '🎵'.repeat(145), { status: 422, fields: { comment: 'comment_too_long' } }],
  [
    'an address',
    'see Site.COM',
    {
      status: 422,
      fields: { comment: 'websites_not_allowed' },
      error: 'Website addresses are not allowed: Site.COM',
    },
  ],
  [
    'a hidden address',
    'see si\u200bte\u202e.com',
    { status: 422, fields: { comment: 'websites_not_allowed' } },
  ],
  ['a number', 7, { status: 400, code: 'malformed_body' }],
  [
    'half a character',
    '\ud83c',
    {
      status: 400,
      code: 'malformed_body',
      error: 'The field “comment” holds characters that cannot be stored.',
    },
  ],
])('%s is no comment', async (_what, comment, refusal) => {
  await using set = await setUp();
  expect(await set.send(comment)).toMatchObject(refusal);
  expect(await set.words()).toEqual([]);
});

test.each([
  ['144 emoji', '👩🏽‍👧🏻'.repeat(144), '👩🏽‍👧🏻'.repeat(144)],
  ['HTML', '<script>alert("é")</script>', '<script>alert("é")</script>'],
  ['turned words', 'abc\u202edef\u2066', 'abcdef'],
  ['SQL', "'; drop table comments; --", "'; drop table comments; --"],
])('%s are kept as the text they are', async (_what, sent, kept) => {
  await using set = await setUp();
  expect((await set.write(sent)).comment).toBe(kept);
  expect(await set.words()).toEqual([kept]);
});

test('guests, unknown tracks and odd fields are refused', async () => {
  await using set = await setUp();
  expect(await set.send('Hi', {}, '')).toMatchObject({ status: 401, code: 'authentication_required' });
  expect(await set.send('', {}, 'dead')).toMatchObject({ status: 401 });
  expect(await set.send('Hi', { track_title: 'No - Thing' })).toMatchObject({ code: 'track_not_found' });
  expect(await set.send('Hi', { track_title: undefined })).toMatchObject({
    fields: { track_title: 'required' },
  });
  expect(await set.send('Hi', { parent_id: '1' })).toMatchObject({ status: 400, code: 'malformed_body' });
  const forged = await set.send('Hi', { user_id: set.yann.user.id, pseudo: 'yann', id: 99 });
  expect(forged).toMatchObject({ status: 200, data: { pseudo: 'zoe' } });
});

test('the same words twice within ten minutes are one comment, at the same instant too', async () => {
  await using set = await setUp();
  const replies = await Promise.all([set.send('Twice'), set.send(' Twice\u200b')]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)).toMatchObject({ code: 'duplicate_comment' });
  expect((await set.send('Twice', {}, set.yann.token)).status).toBe(200);
  expect((await set.send('Twice', { track_title: OTHER })).status).toBe(200);
  set.members.web.clock.advance(10 * MINUTE_MS);
  // Of words whose answer got lost the hour does not matter [R45].
  const again = 10 * MINUTE_MS;
  const { id } = replies.find(({ status }) => status === 200)?.data ?? {};
  expect(await set.send('Twice', { again })).toMatchObject({ status: 200, data: { id, comment: 'Twice' } });
  expect((await set.send('Twice')).status).toBe(200);
  expect((await set.send('Never before', { again })).status).toBe(200);
  set.members.web.clock.advance(2 * again);
  // Those of before the first try are another comment.
  expect((await set.send('Twice', { again: MINUTE_MS })).status).toBe(200);
});

test('a try that is made again is given its own words alone, not those before it or elsewhere [R45]', async () => {
  await using set = await setUp();
  const again = 10_000;
  const refused = { status: 409, code: 'duplicate_comment' };
  const { id } = await set.write('Question', {}, set.yann.token);
  await set.write('Thanks');
  // Its first try never came, and the same words stand beside it.
  expect(await set.send('Thanks', { parent_id: id, again })).toMatchObject(refused);
  set.members.web.clock.advance(5 * MINUTE_MS);
  expect(await set.send('Thanks', { again })).toMatchObject(refused);
  set.members.web.clock.advance(5 * MINUTE_MS);
  const { id: replyId } = await set.write('Thanks', { parent_id: id, again });
  expect(await set.send('Thanks', { parent_id: id, again })).toMatchObject({ data: { id: replyId } });
  expect(await set.send('Thanks', { again })).toMatchObject(refused);
  expect(await set.words()).toEqual(['Thanks', 'Question']);
});

test('words that a clock which ran ahead has dated are no comment of just now, and those after them stand before', async () => {
  await using set = await setUp();
  const { clock } = set.members.web;
  clock.setWallClock(clock.nowMs() + 30 * DAY_MS);
  const early = await set.write('Twice');
  clock.setWallClock(clock.nowMs() - 30 * DAY_MS);
  expect((await set.send('Twice', { again: MINUTE_MS })).status).toBe(200);
  set.members.web.clock.advance(10 * MINUTE_MS);
  const late = await set.write('Twice');
  const listed = await listForOperator(set.members.web.services.db, 'all');
  expect([listed[0]?.id, listed.at(-1)?.id]).toEqual([late.id, early.id]);
});

test('a member may write five comments a minute and thirty an hour', async () => {
  await using set = await setUp();
  for (let minute = 0; minute < 6; minute++) {
    for (let count = 0; count < 5; count++)
      expect((await set.send(`number ${minute} ${count}`)).status).toBe(200);
    const refused = await set.send('more');
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(refused.headers.get('retry-after')).toBe('60');
    set.members.web.clock.advance(MINUTE_MS);
  }
  expect((await set.send('more')).status).toBe(429);
  expect((await set.send('more', {}, set.yann.token)).status).toBe(200);
  set.members.web.clock.advance(55 * MINUTE_MS);
  expect((await set.send('more')).status).toBe(200);
});

test('a comment that is refused for something else is none of the five', async () => {
  await using set = await setUp();
  for (let count = 0; count < 4; count++) expect((await set.send(`number ${count}`)).status).toBe(200);
  expect((await set.send('number 0')).status).toBe(409);
  expect((await set.send('to nobody', { parent_id: 99_999 })).status).toBe(404);
  expect((await set.send('the fifth')).status).toBe(200);
  expect((await set.send('the sixth')).status).toBe(429);
});

test('an author alone deletes a comment, once', async () => {
  await using set = await setUp();
  const { id } = await set.write('Mine');
  expect(await set.erase(id, set.yann.token)).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await set.erase(id, '')).status).toBe(401);
  expect(await set.words()).toEqual(['Mine']);
  expect(await set.erase(id)).toMatchObject({ status: 200, success: true });
  expect(await set.words()).toEqual([]);
  for (const gone of [id, 0, '9'.repeat(30)])
    expect(await set.erase(gone)).toMatchObject({ status: 404, code: 'comment_not_found' });
  expect(await set.erase('x')).toMatchObject({ status: 400, code: 'invalid_parameter' });
});

test('a deleted comment leaves its place while it has replies, and goes with the last of them', async () => {
  await using set = await setUp();
  const { id } = await set.write('Question');
  const reply = await set.write('Answer', { parent_id: id }, set.yann.token);
  await set.erase(id);
  expect((await set.read()).comments).toMatchObject([
    {
      id,
      deleted: true,
      comment: '',
      pseudo: null,
      first_name: null,
      last_name: null,
      replies: [{ comment: 'Answer' }],
    },
  ]);
  expect((await set.write('Late', { parent_id: id })).parent_id).toBe(id);
  const page = await set.read({}, set.zoe.token);
  expect(page.comments[0]).toMatchObject({ own: false, replies: [{ own: false }, { own: true }] });
  await set.erase(page.comments[0]?.replies[1]?.id);
  await set.erase(reply.id, set.yann.token);
  expect(await set.read()).toEqual({ comments: [], has_more: false, total: 0 });
  expect(await set.members.web.services.db.selectFrom('comments').select('id').execute()).toEqual([]);
});

test('with the account words and name go, what others said stays; the export had it all', async () => {
  await using set = await setUp();
  const { id } = await set.write('My secret');
  await set.write('Their answer', { parent_id: id }, set.yann.token);
  await set.write('Lonely secret');
  const { id: theirs } = await set.write('Theirs', {}, set.yann.token);
  await set.write('Own answer', { parent_id: theirs });
  await set.members.post('comment-reports', { id: theirs }, { token: set.zoe.token });
  const file = await set.members.get('export', { token: set.zoe.token });
  expect(file.data?.comments).toMatchObject({
    written: [
      { full_title: TITLE, comment: 'My secret', parent_id: null, hidden_at: null },
      { comment: 'Lonely secret' },
      { comment: 'Own answer', parent_id: theirs },
    ],
    reported: [{ comment_id: theirs, reason: 'other' }],
    blocked_at: null,
  });
  const { token } = set.zoe;
  expect((await set.members.remove('profile', { password: PASSWORD }, { token })).status).toBe(200);
  const page = await set.read();
  expect(page.comments).toMatchObject([
    { comment: 'Theirs', replies: [], reply_count: 0 },
    { id, deleted: true, comment: '', replies: [{ comment: 'Their answer' }] },
  ]);
  const rows = await set.members.web.services.db.selectFrom('comments').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/secret|Own answer/);
  expect(rows.map(({ user_id }) => user_id)).not.toContain(set.zoe.user.id);
});

/** Meanwhile nobody else counts in the charts. */
test('with the account ever so many comments go in a few statements', async () => {
  await using set = await setUp();
  const { web } = set.members;
  const { db } = web.services;
  const { id: song_id } = await db.selectFrom('songs').select('id').executeTakeFirstOrThrow();
  const add = async (writer: { user: { id: string } }, parents: readonly (number | null)[]) => {
    const row = { user_id: writer.user.id, song_id, comment: 'Words', created_ms: web.clock.nowMs() };
    const rows = parents.map((parent_id) => ({ ...row, parent_id }));
    const added = await db.insertInto('comments').values(rows).returning('id').execute();
    return added.map(({ id }) => id);
  };
  const own = await add(
    set.zoe,
    Array.from({ length: 1_200 }, () => null),
  );
  const theirs = await add(
    set.yann,
    Array.from({ length: 600 }, () => null),
  );
  const answered = own.slice(0, 600);
  const answers = await add(set.yann, answered);
  await add(set.zoe, [...own.slice(300, 900), ...theirs]);
  // Empty places that the last reply takes along.
  const places = theirs.slice(0, 300);
  await db.updateTable('comments').set({ removed_ms: 1, user_id: null }).where('id', 'in', places).execute();

  let statements = 0;
  const counting = db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { memberData } = commentsFeature(web.services);
  await counting.transaction().execute(async (trx) => {
    for (const data of memberData) await data.removeOf?.(trx, set.zoe.user.id);
  });
  expect(statements).toBeLessThan(30);
  const left = await db.selectFrom('comments').select(['id', 'user_id', 'comment']).orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([...answered, ...theirs.slice(300), ...answers]);
  const empty = left.filter(({ user_id, comment }) => user_id === null && comment === '');
  expect(empty.map(({ id }) => id)).toEqual(answered);
});

test('the name beside a comment is the present one', async () => {
  await using set = await setUp();
  await set.write('Hi');
  await set.members.post(
    'update-pseudo',
    { user_id: set.zoe.user.id, pseudo: 'ZoeNew' },
    { token: set.zoe.token },
  );
  expect((await set.read()).comments[0]?.pseudo).toBe('ZoeNew');
});

test('[A123] without a username nobody poses as the station by a first name', async () => {
  await using set = await setUp();
  const station = set.members.web.services.station().name;
  const email = 'posing@example.org';
  const posing = await set.members.join(null, { email, firstName: `${station} – Officiel` });
  const real = await set.members.join(null, { email: 'real@example.org', firstName: 'Ondine' });
  const { id } = await set.write('Send me your password', {}, posing.token);
  await set.write('So do I', { parent_id: id }, posing.token);
  await set.write('Hi', { parent_id: id }, real.token);
  const [comment] = (await set.read()).comments;
  expect(comment).toMatchObject({ pseudo: null, first_name: null });
  expect(comment?.replies.map(({ first_name }) => first_name)).toEqual([null, 'Ondine']);
  const reply = await set.members.get('replies', { query: { parent_id: String(id) } });
  expect(repliesSchema.parse(reply.data).replies[0]?.first_name).toBeNull();
});

test.each([
  ['it', 'ann_one'],
  ['it in capitals, between signs of which nothing is seen', '\u200bANN_One\u2060'],
  ['its look in letters of another script', '\u0430nn_\u043ene'],
])('[A123] without a username nobody stands under another member’s: %s', async (_what, firstName) => {
  await using set = await setUp();
  await set.members.join('ann_one', { email: 'ann@example.org', firstName: 'Ann' });
  const posing = await set.members.join(null, { email: 'posing@example.org', firstName });
  const real = await set.members.join(null, { email: 'real@example.org', firstName: 'Ann' });
  const { id, first_name } = await set.write('I am Ann', {}, posing.token);
  expect(first_name).toBeNull();
  await set.write('So am I', { parent_id: id }, posing.token);
  await set.write('I am, too', { parent_id: id }, real.token);
  const [comment] = (await set.read()).comments;
  expect(comment).toMatchObject({ pseudo: null, first_name: null });
  expect(comment?.replies.map((reply) => reply.first_name)).toEqual([null, 'Ann']);
  const reply = await set.members.get('replies', { query: { parent_id: String(id) } });
  expect(repliesSchema.parse(reply.data).replies[0]?.first_name).toBeNull();
});

test('with a list of client keys a program that is not on it cannot read', async () => {
  await using set = await setUp({ environment: { CLIENT_API_KEYS: 'site' } });
  await set.write('Hi');
  const read = (headers: Record<string, string>) =>
    set.members.web.call('comments', { track_title: TITLE }, { headers });
  expect(await read({})).toMatchObject({ status: 403, body: { code: 'unknown_client' } });
  expect(await read({ 'x-api-key': 'web' })).toMatchObject({ status: 403 });
  // It guards comments and tokens alone.
  expect((await set.members.get('replies', { query: { parent_id: '1' } })).status).not.toBe(403);
  const body = z.object({ data: commentsSchema }).parse((await read({ 'x-api-key': 'site' })).body);
  expect(body.data.total).toBe(1);
});

test('with a list of client keys a document still brings comments along', async () => {
  await using set = await setUp({ environment: { CLIENT_API_KEYS: 'site, partner' } });
  await set.write('Hi');
  const { services, table } = set.members.web;
  const pages = pageServicesOf(
    services,
    new WireDoor({ table, logger: services.logger, limits: services.limits }),
  );
  const reply = await pages.callWire('comments', { track_title: TITLE }, 'fr');
  expect(reply).toMatchObject({ success: true, data: { total: 1 } });
});

test('what a member writes while the account goes leaves nothing behind', async () => {
  await using set = await setUp();
  const { token } = set.zoe;
  const { id } = await set.write('Question', {}, set.yann.token);
  const vote = { user_id: set.zoe.user.id, full_title: TITLE, vote: 'like' };
  const replies = await Promise.all([
    ...['one', 'two'].map((comment) => set.send(comment)),
    set.members.post('votes', vote, { token, query: { action: 'submit' } }),
    set.members.remove('profile', { password: PASSWORD }, { token }),
    ...['three', 'four'].map((comment) => set.send(comment, { parent_id: id })),
    set.members.post('votes', { ...vote, full_title: OTHER }, { token, query: { action: 'submit' } }),
    set.members.post('comment-reports', { id }, { token }),
  ]);
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  expect(set.members.web.errors).toEqual([]);
  expect(await set.words()).toEqual(['Question']);
  const { db } = set.members.web.services;
  for (const table of ['votes', 'comment_reports'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  const liked = db.selectFrom('chart_counts').select('likes').where('likes', '<>', 0);
  expect(await liked.execute()).toEqual([]);
});

test('a comment that goes while somebody replies leaves its place, or takes no reply any more', async () => {
  await using set = await setUp();
  for (let round = 0; round < 4; round++) {
    const { id } = await set.write(`Question ${round}`);
    const [gone, reply] = await Promise.all([
      set.erase(id),
      set.send(`Answer ${round}`, { parent_id: id }, set.yann.token),
    ]);
    expect(gone.status).toBe(200);
    expect([200, 404]).toContain(reply.status);
    const kept = (await set.read()).comments.filter((comment) => comment.id === id);
    expect(kept).toMatchObject(reply.status === 200 ? [{ deleted: true, reply_count: 1 }] : []);
  }
  expect(set.members.web.errors).toEqual([]);
});

test('a comment brings its first twenty replies and the number of all; the others are asked for', async () => {
  await using set = await setUp();
  const parent = await set.write('Who was there?');
  const lonely = await set.write('Nobody answers this');
  for (let nth = 1; nth <= 23; nth++) {
    set.members.web.clock.advance(2 * MINUTE_MS);
    await set.write(`me ${nth}`, { parent_id: parent.id }, set.yann.token);
  }
  const page = await set.read();
  const [, first] = page.comments;
  expect(page.comments[0]).toMatchObject({ id: lonely.id, replies: [], reply_count: 0 });
  expect(first).toMatchObject({ reply_count: 23 });
  expect(first?.replies.map(({ comment }) => comment)).toEqual(
    Array.from({ length: 20 }, (_, at) => `me ${at + 1}`),
  );

  const more = async (query: Record<string, string>, token = '') =>
    set.members.get('replies', { token, query: { parent_id: String(parent.id), ...query } });
  const rest = await more({ offset: '20' }, set.yann.token);
  expect(rest).toMatchObject({ status: 200, data: { has_more: false, total: 23 } });
  expect(repliesSchema.parse(rest.data).replies.map(({ comment, own }) => [comment, own])).toEqual([
    ['me 21', true],
    ['me 22', true],
    ['me 23', true],
  ]);
  expect((await more({ limit: '2', offset: '1' })).data).toMatchObject({
    has_more: true,
    replies: [{ comment: 'me 2' }, { comment: 'me 3' }],
  });
  for (const parent_id of ['999', '0', '99999999999', String(first?.replies[0]?.id)])
    expect(await more({ parent_id })).toMatchObject({ status: 404, code: 'comment_not_found' });
  expect(await set.members.get('replies', {})).toMatchObject({ status: 400, code: 'missing_parameter' });
});
