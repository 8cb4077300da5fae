import { expect, test } from 'vitest';
import { commentsSchema } from '#src/features/comments/comments.wire.ts';
import {
  blockMember,
  findMemberByName,
  listBlocked,
  listForOperator,
  moderateComment,
} from '#src/features/comments/moderation.server.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { startMembers } from '../support/start-members.ts';
import { NOON_MS } from '../support/start-web.ts';

const TITLE = 'Éole - Marée';
const SLUG = 'eole-maree';

async function setUp() {
  const members = await startMembers();
  await members.web.data.addMedia(mediaRecord(1, 'Éole', 'Marée'));
  await members.web.drain();
  const zoe = await members.join('zoe');
  const yann = await members.join('yann');
  const { db } = members.web.services;
  const write = async (comment: string, more: object = {}) => {
    members.web.clock.advance(60_000);
    const body = { track_title: TITLE, comment, ...more };
    return Number((await members.post('comments', body, { token: zoe.token })).data?.id);
  };
  const report = (id: unknown, more: object = {}, token = yann.token) =>
    members.post('comment-reports', { id, ...more }, { token });
  const read = async () =>
    commentsSchema.parse((await members.get('comments', { query: { track_title: TITLE } })).data);
  const waiting = async () => (await listForOperator(db, 'reported')).map(({ id }) => id);
  const close = () => members[Symbol.asyncDispose]();
  return { members, db, zoe, yann, write, report, read, waiting, [Symbol.asyncDispose]: close };
}

test('a reported comment is listed with its reasons until the operator decides; again changes nothing', async () => {
  await using set = await setUp();
  const id = await set.write('Rude');
  await set.write('Nice');
  expect(await set.report(id, { reason: 'insult' })).toMatchObject({ status: 200, success: true });
  expect((await set.report(id, { reason: 'spam' })).status).toBe(200);
  expect(await listForOperator(set.db, 'reported')).toEqual([
    {
      id,
      fullTitle: TITLE,
      author: 'zoe',
      comment: 'Rude',
      createdMs: NOON_MS + 60_000,
      hiddenMs: null,
      reasons: ['insult'],
    },
  ]);
  expect(await moderateComment(set.db, { id, hidden: false, nowMs: 1 })).toBe(SLUG);
  expect(await set.waiting()).toEqual([]);
  expect((await set.report(id)).status).toBe(200);
  expect(await set.waiting()).toEqual([]);
  expect((await set.read()).total).toBe(2);
});

test('a member without a username is listed by what the operator can block them by', async () => {
  await using set = await setUp();
  const { members, db } = set;
  const { token } = await members.join(null, { email: 'Nameless@example.org' });
  await members.post('comments', { track_title: TITLE, comment: 'Rude' }, { token });
  const [listed] = await listForOperator(db, 'all');
  const found = await findMemberByName(db, listed?.author ?? '');
  await blockMember(db, { userId: found?.id ?? '', blocked: true, nowMs: NOON_MS });
  const again = await members.post('comments', { track_title: TITLE, comment: 'Ruder' }, { token });
  expect(again).toMatchObject({ status: 403, code: 'member_blocked' });
});

test('a hidden comment is gone for everybody, keeps its place while it has replies, and can come back', async () => {
  await using set = await setUp();
  const id = await set.write('Rude');
  await set.report(id);
  expect(await moderateComment(set.db, { id, hidden: true, nowMs: 1 })).toBe(SLUG);
  expect(await set.waiting()).toEqual([]);
  expect((await listForOperator(set.db, 'hidden')).map((one) => one.id)).toEqual([id]);
  expect(await set.read()).toMatchObject({ total: 0, comments: [] });
  const { token } = set.zoe;
  const answer = { track_title: TITLE, comment: 'Answer', parent_id: id };
  expect(await set.members.post('comments', answer, { token })).toMatchObject({ code: 'comment_not_found' });
  expect(await set.report(id)).toMatchObject({ status: 404, code: 'comment_not_found' });
  const erase = (as: string) =>
    set.members.remove('comments', undefined, { token: as, query: { id: String(id) } });
  expect((await erase(set.yann.token)).status).toBe(404);

  await moderateComment(set.db, { id, hidden: false, nowMs: 2 });
  const reply = await set.write('Answer', { parent_id: id });
  await moderateComment(set.db, { id, hidden: true, nowMs: 3 });
  expect((await set.read()).comments).toMatchObject([
    { id, deleted: true, comment: '', pseudo: null, replies: [{ comment: 'Answer' }] },
  ]);
  await moderateComment(set.db, { id: reply, hidden: true, nowMs: 4 });
  expect(await set.read()).toMatchObject({ total: 0 });
  expect((await erase(token)).status).toBe(200);
});

test('what is not there cannot be decided on', async () => {
  await using set = await setUp();
  for (const id of [0, 7, 1e300, Number.NaN])
    expect(await moderateComment(set.db, { id, hidden: true, nowMs: 1 })).toBeNull();
});

test('a blocked member writes and reports nothing until unblocked; the rest of the site stays open', async () => {
  await using set = await setUp();
  const id = await set.write('Before');
  const zoe = await findMemberByName(set.db, 'ZOE@example.org');
  expect(zoe).toEqual(await findMemberByName(set.db, 'zOe'));
  const userId = zoe?.id ?? '';
  expect(await blockMember(set.db, { userId, blocked: true, nowMs: 5 })).toBe(true);
  expect(await blockMember(set.db, { userId, blocked: true, nowMs: 6 })).toBe(false);
  expect(await listBlocked(set.db)).toEqual([{ name: 'zoe', blocked_ms: 5 }]);
  const { token } = set.zoe;
  const body = { track_title: TITLE, comment: 'After' };
  const blocked = { status: 403, code: 'member_blocked' };
  expect(await set.members.post('comments', body, { token })).toMatchObject(blocked);
  expect(await set.report(id, {}, token)).toMatchObject(blocked);
  expect((await set.members.get('profile', { token })).status).toBe(200);
  expect((await set.read()).total).toBe(1);
  expect(await blockMember(set.db, { userId, blocked: false, nowMs: 7 })).toBe(true);
  expect(await blockMember(set.db, { userId, blocked: false, nowMs: 8 })).toBe(false);
  expect((await set.members.post('comments', body, { token })).status).toBe(200);
  expect(await findMemberByName(set.db, 'nobody')).toBeNull();
});

test('guests, authors and odd calls do not report', async () => {
  await using set = await setUp();
  const id = await set.write('Mine');
  expect((await set.report(id, {}, '')).status).toBe(401);
  expect(await set.report(id, {}, set.zoe.token)).toMatchObject({ status: 403, code: 'forbidden' });
  for (const unknown of [id + 1, -1, 0.5, 1e300])
    expect(await set.report(unknown)).toMatchObject({ status: 404, code: 'comment_not_found' });
  expect(await set.report('x')).toMatchObject({ status: 400, code: 'malformed_body' });
  expect(await set.report(undefined)).toMatchObject({ status: 422, fields: { id: 'required' } });
  expect(await set.report(id, { reason: 'boring' })).toMatchObject({
    status: 422,
    fields: { reason: 'invalid' },
  });
  expect(await set.waiting()).toEqual([]);
});

test('a member may report twenty times an hour', async () => {
  await using set = await setUp();
  const id = await set.write('Mine');
  for (let count = 0; count < 20; count++) expect((await set.report(id)).status).toBe(200);
  expect((await set.report(id)).status).toBe(429);
});

test('a comment that goes while others report it takes the report with it, or is gone for them', async () => {
  await using set = await setUp();
  const others = [set.yann];
  for (const name of ['anna', 'bela', 'carl', 'dora', 'emil', 'fred'])
    others.push(await set.members.join(name));
  for (let round = 0; round < 6; round++) {
    const id = await set.write(`Question ${round}`);
    const query = { id: String(id) };
    const [gone, ...reports] = await Promise.all([
      set.members.remove('comments', undefined, { token: set.zoe.token, query }),
      ...others.map(({ token }) => set.report(id, {}, token)),
    ]);
    expect(gone.status).toBe(200);
    expect(reports.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  }
  expect(await set.db.selectFrom('comment_reports').select('comment_id').execute()).toEqual([]);
  expect(set.members.web.errors).toEqual([]);
});
