import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { betweenTransactions, hold } from '../support/locks.ts';
import { PASSWORD, startMembers } from '../support/start-members.ts';
import { NOON_MS } from '../support/start-web.ts';

const EOLE = mediaRecord(1, 'Éole', 'Marée');
const NACRE = mediaRecord(2, 'Nacre', 'Embruns', 'club');
const OFF = { status: 409, code: 'diary_off', error: 'Your listening diary is switched off.' };

const play = (startedMs: number, more: object = {}) => ({
  stream_id: 'dance',
  started_at: new Date(startedMs).toISOString(),
  full_title: 'Éole - Marée',
  ...more,
});
/** On air since a minute. */
const NOW_ON = play(NOON_MS - MINUTE_MS);
const CLUB = play(NOON_MS - 2 * MINUTE_MS, { stream_id: 'club', full_title: 'Nacre - Embruns' });
const YESTERDAY_MS = NOON_MS - DAY_MS;

/** A member whose diary is on since two days, and the radio with some plays. */
async function setUp(more: Parameters<typeof startMembers>[0] = {}) {
  const members = await startMembers(more);
  const { web } = members;
  await web.data.addMedia(EOLE, NACRE);
  await web.data.play(
    journalEntry(EOLE, 'dance', NOON_MS - 8 * DAY_MS),
    journalEntry(EOLE, 'dance', YESTERDAY_MS),
    journalEntry(NACRE, 'club', NOON_MS - 2 * MINUTE_MS),
    journalEntry(EOLE, 'dance', NOON_MS - MINUTE_MS),
    journalEntry(EOLE, 'lounge', NOON_MS - 10_000),
  );
  await web.drain();
  const { token, user } = await members.join('zoe');
  const put = async (body: object, as = token) => {
    const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'x-language': 'en' };
    const reply = await web.call('diary', {}, { method: 'PUT', headers, body: JSON.stringify(body) });
    return { status: reply.status, body: reply.body };
  };
  const switchOnAt = async (ms: number) => {
    web.clock.setWallClock(ms);
    await put({ enabled: true });
    web.clock.setWallClock(NOON_MS);
  };
  await switchOnAt(NOON_MS - 20 * DAY_MS);
  const send = (entries: unknown, as = token, body: object = {}) =>
    members.post('diary', { entries, ...body }, { token: as });
  const read = (query: Record<string, string> = {}, as = token) => members.get('diary', { token: as, query });
  const titles = async (as = token) => {
    const { data } = await read({}, as);
    return JSON.stringify(data?.entries).match(/(?<="id":")[^"]+/g) ?? [];
  };
  const erase = (id: string, as = token) => members.remove('diary', undefined, { token: as, query: { id } });
  const close = () => members[Symbol.asyncDispose]();
  return {
    members,
    web,
    token,
    user,
    put,
    switchOnAt,
    send,
    read,
    titles,
    erase,
    [Symbol.asyncDispose]: close,
  };
}

test('a diary is off for who never switched it on, and takes nothing', async () => {
  await using set = await setUp();
  const { token } = await set.members.join('yann');
  expect(await set.read({}, token)).toMatchObject({
    status: 200,
    data: { enabled: false, now: '2026-11-21T11:00:00.000Z', total: 0, entries: [], next: null },
  });
  expect(await set.send([NOW_ON], token)).toMatchObject(OFF);
  expect(await set.titles(token)).toEqual([]);
});

test('what a member has heard is kept as a row of tracks, newest first', async () => {
  await using set = await setUp();
  expect(await set.send([CLUB, NOW_ON, play(YESTERDAY_MS)])).toMatchObject({
    status: 200,
    data: { unknown: [] },
  });
  const { data } = await set.read();
  expect(data).toMatchObject({ enabled: true, total: 3, next: null });
  expect(data?.entries).toEqual([
    {
      id: `dance-${NOON_MS - MINUTE_MS}`,
      stream_id: 'dance',
      started_at: '2026-11-21T10:59:00.000Z',
      titre: 'Éole - Marée',
      artist: 'Éole',
      title: 'Marée',
      slug: 'eole-maree',
      pochette: '/covers/eole_maree.jpg',
      preview: '/previews/eole_maree.mp3',
    },
    expect.objectContaining({ id: `club-${NOON_MS - 2 * MINUTE_MS}`, titre: 'Nacre - Embruns' }),
    expect.objectContaining({ id: `dance-${YESTERDAY_MS}` }),
  ]);
});

test('one play heard on several devices, and told in several spellings, is one entry', async () => {
  await using set = await setUp();
  const spelt = play(NOON_MS - MINUTE_MS, {
    started_at: '2026-11-21T11:59:00.400+01:00',
    full_title: ' eole -  MARÉE ',
  });
  const sent = await Promise.all([set.send([NOW_ON]), set.send([spelt]), set.send([NOW_ON, spelt, NOW_ON])]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await set.titles()).toEqual([`dance-${NOON_MS - MINUTE_MS}`]);
});

test.each([
  ['a play that never was', play(NOON_MS - 5 * MINUTE_MS)],
  ['another title than was on air', play(NOON_MS - MINUTE_MS, { full_title: 'Nacre - Embruns' })],
  ['another stream', play(NOON_MS - MINUTE_MS, { stream_id: 'hits' })],
  ['a play two seconds beside one', play(NOON_MS - MINUTE_MS + 2_000)],
  ['a play of eight days ago', play(NOON_MS - 8 * DAY_MS)],
  ['a play that began ten seconds ago', play(NOON_MS - 10_000, { stream_id: 'lounge' })],
  ['a play to come', play(NOON_MS + DAY_MS)],
])('%s does not enter a diary, and what came with it does', async (_what, forged) => {
  await using set = await setUp();
  const reply = await set.send([forged, CLUB]);
  expect(reply).toMatchObject({ status: 200, data: { unknown: [forged] } });
  expect(await set.titles()).toEqual([`club-${NOON_MS - 2 * MINUTE_MS}`]);
});

test('a play that was over when the diary was switched on, or erased, stays out; one that sounded enters', async () => {
  await using set = await setUp();
  await set.put({ enabled: false });
  await set.put({ enabled: true });
  const old = play(YESTERDAY_MS);
  expect(await set.send([old, NOW_ON])).toMatchObject({ data: { unknown: [old] } });
  expect(await set.titles()).toHaveLength(1);
  set.web.clock.setWallClock(NOON_MS + 5 * MINUTE_MS);
  expect((await set.erase('all')).status).toBe(200);
  // Another device sends what it had noted before.
  expect(await set.send([NOW_ON])).toMatchObject({ data: { unknown: [NOW_ON] } });
  expect(await set.titles()).toEqual([]);
});

test('a diary that was switched on or erased while the clock ran ahead keeps what is heard from now on [A69]', async () => {
  await using set = await setUp();
  await set.put({ enabled: false });
  await set.switchOnAt(NOON_MS + 30 * DAY_MS);
  expect(await set.send([CLUB, NOW_ON])).toMatchObject({ status: 200, data: { unknown: [] } });
  set.web.clock.setWallClock(NOON_MS + 30 * DAY_MS);
  await set.erase('all');
  set.web.clock.setWallClock(NOON_MS + 5 * MINUTE_MS);
  // What was over stays erased, and the next one enters.
  expect(await set.send([NOW_ON])).toMatchObject({ data: { unknown: [NOW_ON] } });
  const next = NOON_MS + 6 * MINUTE_MS;
  await set.web.data.play(journalEntry(EOLE, 'dance', next));
  await set.web.drain();
  set.web.clock.setWallClock(next + 10 * MINUTE_MS);
  expect(await set.send([play(next)])).toMatchObject({ data: { unknown: [] } });
  expect(await set.titles()).toEqual([`dance-${next}`]);
});

test('a removed entry is gone, the second time too, and can be taken back, whatever its age', async () => {
  await using set = await setUp();
  await set.send([NOW_ON, play(YESTERDAY_MS)]);
  set.web.clock.setWallClock(NOON_MS + 30 * DAY_MS);
  const id = `dance-${YESTERDAY_MS}`;
  expect(await set.erase(id)).toMatchObject({ status: 200, success: true });
  expect(await set.erase(id)).toMatchObject({ status: 200 });
  expect(await set.titles()).toEqual([`dance-${NOON_MS - MINUTE_MS}`]);
  expect(await set.send([play(YESTERDAY_MS)])).toMatchObject({ data: { unknown: [play(YESTERDAY_MS)] } });
  await set.put({ enabled: false });
  const back = await set.send([play(YESTERDAY_MS)], set.token, { restored: true });
  expect(back).toMatchObject({ status: 200, data: { unknown: [] } });
  expect(await set.titles()).toEqual([`dance-${NOON_MS - MINUTE_MS}`, id]);
});

betweenTransactions('songs of a batch are held in their order, as by who joins and parts them', async () => {
  await using set = await setUp();
  const { db } = set.web.services;
  const lock = (trx: Database, slug: string) =>
    trx.selectFrom('songs').select('id').where('slug', '=', slug).forUpdate();
  const naming = await hold(db, (trx) => lock(trx, 'eole-maree').execute());
  const sending = set.send([CLUB, NOW_ON]);
  await naming.waiting(1);
  const later = await lock(db, 'nacre-embruns').skipLocked().execute();
  await naming.release();
  expect(later).toHaveLength(1);
  expect(await sending).toMatchObject({ status: 200, data: { unknown: [] } });
});

test('nobody reads or removes from another diary', async () => {
  await using set = await setUp();
  await set.send([NOW_ON]);
  const { token } = await set.members.join('yann');
  expect((await set.erase(`dance-${NOON_MS - MINUTE_MS}`, token)).status).toBe(200);
  expect((await set.erase('all', token)).status).toBe(200);
  expect(await set.titles(token)).toEqual([]);
  expect(await set.titles()).toHaveLength(1);
});

test('switching off keeps what is there or erases it, as the member says', async () => {
  await using set = await setUp();
  await set.send([NOW_ON]);
  expect((await set.put({ enabled: false })).body).toMatchObject({ data: { enabled: false, total: 1 } });
  expect(await set.send([CLUB])).toMatchObject(OFF);
  expect(await set.titles()).toHaveLength(1);
  expect((await set.put({ enabled: true })).body).toMatchObject({ data: { enabled: true, total: 1 } });
  expect((await set.put({ enabled: false, erase: true })).body).toMatchObject({
    data: { enabled: false, total: 0, entries: [], next: null },
  });
});

test('a diary is read page by page', async () => {
  await using set = await setUp();
  await set.send([NOW_ON, CLUB, play(YESTERDAY_MS)]);
  const first = await set.read({ limit: '2' });
  expect(first.data).toMatchObject({ total: 3, next: `club-${NOON_MS - 2 * MINUTE_MS}` });
  const rest = await set.read({ limit: '2', before: String(first.data?.next) });
  expect(rest.data).toMatchObject({ next: null, entries: [{ id: `dance-${YESTERDAY_MS}` }] });
  expect((await set.read({ limit: '0' })).data).toMatchObject({
    enabled: true,
    total: 3,
    entries: [],
    next: null,
  });
});

test('two streams that began at the same instant stand beside each other on any page', async () => {
  await using set = await setUp();
  await set.web.data.play(
    journalEntry(EOLE, '80s', NOON_MS - MINUTE_MS),
    journalEntry(EOLE, 'hits', NOON_MS - MINUTE_MS),
  );
  await set.web.drain();
  await set.send([NOW_ON, { ...NOW_ON, stream_id: '80s' }, { ...NOW_ON, stream_id: 'hits' }]);
  const read: string[] = [];
  for (let before: string | null = ''; before !== null; ) {
    const { data } = await set.read({ limit: '1', ...(before !== '' && { before }) });
    read.push(...(JSON.stringify(data?.entries).match(/(?<="id":")[^"]+/g) ?? []));
    before = typeof data?.next === 'string' ? data.next : null;
  }
  expect(read).toEqual(['80s', 'dance', 'hits'].map((stream) => `${stream}-${NOON_MS - MINUTE_MS}`));
});

test('after 90 days an entry is no longer shown, and the next sweep deletes it, and old copies of the database', async () => {
  await using set = await setUp();
  const { root } = set.web.services.folder;
  // [W240]
  const copy = join(root, 'before-migrations', 'before-005-taking-part-20261121T110000Z.sqlite');
  await mkdir(dirname(copy));
  await writeFile(copy, '');
  await set.send([play(YESTERDAY_MS), NOW_ON]);
  const rows = async () =>
    (await set.web.services.db.selectFrom('diary_entries').select('started_ms').execute()).length;
  const goneMs = YESTERDAY_MS + 90 * DAY_MS;
  set.web.clock.setWallClock(goneMs);
  expect((await set.read()).data).toMatchObject({ total: 1 });
  expect(await set.titles()).toEqual([`dance-${NOON_MS - MINUTE_MS}`]);
  // By a clock that jumps nothing is deleted [W120]; by time that passes it is.
  expect(await rows()).toBe(2);
  set.web.clock.setWallClock(NOON_MS);
  await set.web.letPass(goneMs - NOON_MS);
  await expect.poll(rows).toBe(1);
  await expect.poll(() => access(copy).catch(() => 'gone')).toBe('gone');
});

test('of more than 2,000 entries the oldest go', async () => {
  await using set = await setUp();
  const { db } = set.web.services;
  const { id: song_id } = await db
    .selectFrom('songs')
    .select('id')
    .where('slug', '=', 'eole-maree')
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    user_id: set.user.id,
    started_ms: NOON_MS - (at + 10) * MINUTE_MS,
    stream_id: 'dance' as const,
    song_id,
  }));
  for (let at = 0; at < many.length; at += 500)
    await db
      .insertInto('diary_entries')
      .values(many.slice(at, at + 500))
      .execute();
  await set.send([NOW_ON, CLUB]);
  expect((await set.read({ limit: '0' })).data).toMatchObject({ total: 2_000 });
  const oldest = await db
    .selectFrom('diary_entries')
    .select(({ fn }) => fn.min('started_ms').as('ms'))
    .executeTakeFirst();
  expect(oldest?.ms).toBe(NOON_MS - 2_007 * MINUTE_MS);
});

test('the diary is part of the download, and goes with the account', async () => {
  await using set = await setUp();
  await set.send([NOW_ON, CLUB]);
  const { token } = set;
  const file = await set.members.get('export', { token });
  expect(file.data?.diary).toEqual({
    on_since: '2026-11-01T11:00:00.000Z',
    heard: [
      { full_title: 'Nacre - Embruns', stream_id: 'club', started_at: '2026-11-21T10:58:00.000Z' },
      { full_title: 'Éole - Marée', stream_id: 'dance', started_at: '2026-11-21T10:59:00.000Z' },
    ],
  });
  await set.members.remove('profile', { password: PASSWORD }, { token });
  const { db } = set.web.services;
  expect(await db.selectFrom('diary_entries').select('song_id').execute()).toEqual([]);
  expect(await db.selectFrom('diaries').select('user_id').execute()).toEqual([]);
});

test('guests and dead tokens get nothing', async () => {
  await using set = await setUp();
  const refused = { status: 401, code: 'authentication_required' };
  expect(await set.read({}, 'dead')).toMatchObject(refused);
  expect(await set.read({}, '')).toMatchObject(refused);
  expect(await set.send([NOW_ON], 'dead')).toMatchObject(refused);
  expect((await set.put({ enabled: true }, 'dead')).status).toBe(401);
  expect(await set.erase('all', 'dead')).toMatchObject(refused);
});

test.each([
  ['nothing', undefined, { status: 422, fields: { entries: 'required' } }],
  ['a word', 'x', { status: 400, code: 'malformed_body' }],
  ['a play of a number', [7], { status: 400, code: 'malformed_body' }],
  [
    'an unknown stream',
    [{ ...NOW_ON, stream_id: 'jazz' }],
    { status: 422, fields: { 'entries.0.stream_id': 'invalid' } },
  ],
  [
    'no instant',
    [{ ...NOW_ON, started_at: 'noon' }],
    { status: 422, fields: { 'entries.0.started_at': 'invalid' } },
  ],
  ['51 plays', Array.from({ length: 51 }, () => NOW_ON), { status: 422, fields: { entries: 'too_long' } }],
])('%s is refused as a batch, and nothing is kept', async (_what, entries, refusal) => {
  await using set = await setUp();
  expect(await set.send(entries)).toMatchObject(refusal);
  expect(await set.titles()).toEqual([]);
});

test('an entry is named by its id, all of them by a word of their own', async () => {
  await using set = await setUp();
  await set.send([NOW_ON]);
  for (const id of ['dance', 'jazz-1', 'dance-x', '-1', 'dance-99999999999999999999'])
    expect(await set.erase(id)).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(await set.erase('')).toMatchObject({ status: 400, code: 'missing_parameter' });
  expect(await set.read({ before: 'yesterday' })).toMatchObject({ status: 400, code: 'invalid_parameter' });
  expect(await set.titles()).toHaveLength(1);
});

test('past 240 batches an hour a member waits, and nobody else does', async () => {
  await using set = await setUp();
  for (let sent = 0; sent < 240; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => set.send([])));
  const refused = await set.send([NOW_ON]);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const { token } = await set.members.join('yann');
  await set.put({ enabled: true }, token);
  expect((await set.send([NOW_ON], token)).status).toBe(200);
});
