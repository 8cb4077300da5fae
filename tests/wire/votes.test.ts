import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { MEMBER_CALLS_AT_ONCE } from '#src/contract/limits.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { PASSWORD, startMembers } from '../support/start-members.ts';
import { NOON_MS } from '../support/start-web.ts';

const TITLE = 'Éole - Marée';
const RECORDS = [mediaRecord(1, 'Éole', 'Marée'), mediaRecord(2, 'Nacre', 'Embruns')];

/** A member, and the radio with two tracks. */
async function setUp() {
  const members = await startMembers();
  await members.web.data.addMedia(...RECORDS);
  for (const [at, record] of RECORDS.entries())
    await members.web.data.play(journalEntry(record, 'dance', NOON_MS - (at + 1) * 600_000));
  await members.web.keepCharts();
  const { user, token } = await members.join('zoe');
  const status = (full_title = TITLE, user_id = user.id, as = token) =>
    members.get('votes', { token: as, query: { action: 'status', user_id, full_title } });
  const submit = (body: object, as = token) =>
    members.post(
      'votes',
      { user_id: user.id, full_title: TITLE, vote: 'like', ...body },
      { token: as, query: { action: 'submit' } },
    );
  const count = async () =>
    (await members.web.services.db.selectFrom('votes').select('vote').execute()).length;
  const close = () => members[Symbol.asyncDispose]();
  return { members, user, token, status, submit, count, [Symbol.asyncDispose]: close };
}

test.each(['like', 'dislike'])(
  'a member votes %s once, and reads it back whatever the case',
  async (vote) => {
    await using set = await setUp();
    const none = { has_voted: false, vote: null };
    expect(await set.status()).toMatchObject({ status: 200, data: none });
    expect(await set.submit({ vote })).toMatchObject({ status: 200, success: true });
    const voted = { has_voted: true, vote };
    expect(await set.status('  EOLE -  maree ')).toMatchObject({ status: 200, success: true, data: voted });
    expect(await set.status('Nacre - Embruns')).toMatchObject({ data: none });
    expect(await set.submit({ vote: 'like', full_title: 'éole - MARÉE' })).toMatchObject({
      status: 409,
      code: 'already_voted',
      error: 'You have already voted for this track this week',
    });
    expect(await set.status()).toMatchObject({ data: voted });
    expect(await set.count()).toBe(1);
  },
);

test('the reply carries has_voted outside of data as well', async () => {
  await using set = await setUp();
  const query = { action: 'status', user_id: set.user.id, full_title: TITLE };
  const headers = { authorization: `Bearer ${set.token}` };
  const reply = await set.members.web.call('votes', query, { headers });
  expect(reply.body).toEqual({
    success: true,
    has_voted: false,
    vote: null,
    data: { has_voted: false, vote: null },
  });
});

test('a week ends on Sunday at midnight by the clock of the station, and the next has a vote of its own', async () => {
  await using set = await setUp();
  await set.submit({});
  set.members.web.clock.setWallClock(Date.UTC(2026, 10, 22, 22, 59, 59));
  expect((await set.submit({})).status).toBe(409);
  set.members.web.clock.setWallClock(Date.UTC(2026, 10, 22, 23));
  expect(await set.status()).toMatchObject({ data: { has_voted: false } });
  expect((await set.submit({ vote: 'dislike' })).status).toBe(200);
  expect(await set.count()).toBe(2);
});

test('of two tracks played as often the liked one stands first, for 30 days; a dislike moves nothing', async () => {
  await using set = await setUp();
  const top = async () => {
    const { body } = await set.members.web.call('top20');
    return JSON.stringify(body).match(/(?<="titre":")[^"]+/g);
  };
  expect(await top()).toEqual(['Éole - Marée', 'Nacre - Embruns']);
  await set.submit({ vote: 'dislike' });
  await set.submit({ full_title: 'Nacre - Embruns' });
  expect(await top()).toEqual(['Nacre - Embruns', 'Éole - Marée']);
  set.members.web.clock.setWallClock(NOON_MS + 31 * DAY_MS);
  for (const [at, record] of RECORDS.entries())
    await set.members.web.data.play(
      journalEntry(record, 'dance', NOON_MS + 31 * DAY_MS - (at + 1) * 600_000),
    );
  await set.members.web.keepCharts();
  expect(await top()).toEqual(['Éole - Marée', 'Nacre - Embruns']);
});

test('with the account its votes go, from the charts too', async () => {
  await using set = await setUp();
  await set.submit({});
  const likes = async () => {
    const db = set.members.web.services.db;
    const rows = await db.selectFrom('chart_counts').select('likes').where('scope', '=', 'all').execute();
    return rows.map((row) => row.likes).toSorted();
  };
  expect(await likes()).toEqual([0, 1]);
  const file = await set.members.get('export', { token: set.token });
  expect(file.data?.votes).toEqual([
    { full_title: TITLE, vote: 'like', week: '2026-W47', voted_at: '2026-11-21T11:00:00.000Z' },
  ]);
  const { token } = set;
  expect((await set.members.remove('profile', { password: PASSWORD }, { token })).status).toBe(200);
  expect(await set.count()).toBe(0);
  expect(await likes()).toEqual([0, 0]);
});

test('nobody votes for somebody else, nor looks at what they voted', async () => {
  await using set = await setUp();
  const { user, token } = await set.members.join('yann');
  const forbidden = { status: 403, code: 'forbidden' };
  expect(await set.submit({ user_id: user.id })).toMatchObject(forbidden);
  // Whoever may not vote is not told what a vote is [W9]; what has no form is told so first.
  expect(await set.submit({ user_id: user.id, vote: 'meh' })).toMatchObject(forbidden);
  expect(await set.submit({ user_id: user.id, vote: 7 })).toMatchObject({ code: 'malformed_body' });
  expect(await set.submit({ vote: 'meh' })).toMatchObject({ status: 422, fields: { vote: 'invalid' } });
  expect(await set.status(TITLE, user.id)).toMatchObject(forbidden);
  expect(await set.count()).toBe(0);
  expect(await set.status(TITLE, user.id, token)).toMatchObject({ data: { has_voted: false } });
});

test('a vote for the address of a track is the track’s, once', async () => {
  await using set = await setUp();
  expect(await set.submit({ full_title: 'eole-maree' })).toMatchObject({ status: 200 });
  expect(await set.submit({})).toMatchObject({ status: 409, code: 'already_voted' });
  expect(await set.status('eole-maree')).toMatchObject({ data: { has_voted: true, vote: 'like' } });
  expect(await set.status('Nacre - Embruns')).toMatchObject({ data: { has_voted: false } });
});

test.each([
  ['for an unknown track', { full_title: 'Nobody - Nothing' }, { status: 404, code: 'track_not_found' }],
  ['for a blank', { full_title: ' ' }, { status: 404, code: 'track_not_found' }],
  ['for nothing', { full_title: undefined }, { status: 422, fields: { full_title: 'required' } }],
  ['for a list', { full_title: ['x'] }, { status: 400, code: 'malformed_body' }],
  ['maybe', { vote: 'maybe' }, { status: 422, fields: { vote: 'invalid' } }],
  ['without a choice', { vote: undefined }, { status: 422, fields: { vote: 'required' } }],
  ['true', { vote: true }, { status: 400, code: 'malformed_body' }],
  ['of a number', { user_id: 7 }, { status: 400, code: 'malformed_body' }],
  ['of nobody', { user_id: undefined }, { status: 422, fields: { user_id: 'required' } }],
])('a vote %s is refused and nothing is kept', async (_what, body, refusal) => {
  await using set = await setUp();
  expect(await set.submit(body)).toMatchObject(refusal);
  expect(await set.count()).toBe(0);
});

test('guests, dead tokens, other actions and methods are refused as everywhere', async () => {
  await using set = await setUp();
  expect(await set.submit({}, 'dead')).toMatchObject({ status: 401, code: 'authentication_required' });
  expect(await set.status(TITLE, set.user.id, '')).toMatchObject({ status: 401 });
  const { token } = set;
  const of = (action: string) => ({ token, query: { action, user_id: set.user.id, full_title: TITLE } });
  expect(await set.members.get('votes', of('remove'))).toMatchObject({ code: 'invalid_parameter' });
  expect(await set.members.post('votes', {}, of('status'))).toMatchObject({ status: 405 });
  const { full_title: _, ...less } = of('status').query;
  expect(await set.members.get('votes', { token, query: less })).toMatchObject({ code: 'missing_parameter' });
  expect(await set.status('Nobody - Nothing')).toMatchObject({ status: 200, data: { has_voted: false } });
});

test('of 500 votes of one member at the same instant exactly one counts', async () => {
  await using set = await setUp();
  const replies = await Promise.all(Array.from({ length: 500 }, () => set.submit({})));
  const counts = Map.groupBy(replies, ({ status }) => status);
  expect([...counts].map(([status, { length }]) => [status, length]).toSorted()).toEqual([
    [200, 1],
    [409, MEMBER_CALLS_AT_ONCE - 1],
    [429, 500 - MEMBER_CALLS_AT_ONCE],
  ]);
  expect(await set.count()).toBe(1);
  const { db } = set.members.web.services;
  const liked = await db
    .selectFrom('chart_counts')
    .select(['scope', 'likes'])
    .where('likes', '>', 0)
    .execute();
  expect(liked.toSorted((a, b) => a.scope.localeCompare(b.scope))).toEqual([
    { scope: 'all', likes: 1 },
    { scope: 'dance', likes: 1 },
  ]);
  expect(set.members.web.errors).toEqual([]);
});
