import { expect, test } from 'vitest';
import * as z from 'zod';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '#src/contract/durations.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { chartSchema } from '#src/features/charts/top20.wire.ts';
import { mergeSongs } from '#src/records/naming/move-belongings.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const replySchema = z.object({ success: z.literal(true), data: chartSchema });

async function chart(web: TestWeb, parameters: Record<string, string> = {}) {
  const reply = await web.call('top20', parameters);
  return replySchema.parse(reply.body).data;
}

const lines = (rows: z.infer<typeof chartSchema>) =>
  rows.map(({ rank, title, nbdiff, previous_rank, why }) =>
    [rank, title, nbdiff, previous_rank, why?.rule].join(' '),
  );

async function start() {
  const web = await startWeb();
  const records = ['A', 'B', 'C'].map((title, number) => mediaRecord(number + 1, 'Artist', title));
  await web.data.addMedia(...records);
  let minutes = 0;
  const play = async (title: string, times: number, agoMs: number, streamId: StreamId = 'dance') => {
    const record = records.find((one) => one.title === title);
    for (let time = 0; record && time < times; time++)
      await web.data.play(journalEntry(record, streamId, NOON_MS - agoMs - minutes++ * MINUTE_MS));
  };
  return { web, play, [Symbol.asyncDispose]: () => web[Symbol.asyncDispose]() };
}

test('the chart counts the plays of 30 days, most first, then by title, and says why each stands where it does', async () => {
  await using set = await start();
  await set.play('A', 2, DAY_MS);
  await set.play('B', 2, DAY_MS, 'club');
  await set.play('C', 3, DAY_MS);
  await set.play('B', 9, 31 * DAY_MS);
  await set.web.keepCharts();
  const rows = await chart(set.web);
  // B stood in the charts of the weeks before, by what it was played 31 days ago.
  expect(lines(rows)).toEqual(['1 C 3  plays', '2 A 2  plays', '3 B 2 1 title']);
  expect(rows[0]).toEqual({
    titre: 'Artist - C',
    artist: 'Artist',
    title: 'C',
    slug: 'artist-c',
    pochette: '/covers/artist_c.jpg',
    preview: '/previews/artist_c.mp3',
    nbdiff: 3,
    rank: 1,
    previous_rank: null,
    why: { plays: 3, likes: 0, rule: 'plays' },
  });
  expect(lines(await chart(set.web, { version: 'onde' }))).toEqual(['1 C 3  plays', '2 A 2  plays']);
  expect(lines(await chart(set.web, { version: 'club' }))).toEqual(['1 B 2  plays']);
  expect(await chart(set.web, { version: 'trance' })).toEqual([]);
});

test('a week that is over stays at its address, and the next charts tell how each moved', async () => {
  await using set = await start();
  await set.play('A', 3, 13 * DAY_MS);
  await set.play('B', 2, 13 * DAY_MS);
  await set.play('B', 4, 6 * DAY_MS);
  await set.play('C', 5, 6 * DAY_MS);
  await set.web.keepCharts();
  expect(await chart(set.web, { week: '2026-W45' }).then(lines)).toEqual(['1 A 3  plays', '2 B 2  plays']);
  // Monday, 16 November, is in the week that still runs.
  expect(await chart(set.web, { week: '2026-W46' }).then(lines)).toEqual([
    '1 B 6 2 plays',
    '2 C 5  plays',
    '3 A 3 1 plays',
  ]);
  await set.play('A', 9, 0);
  await set.web.keepCharts();
  expect(await chart(set.web).then(lines)).toEqual(['1 A 12 3 plays', '2 B 6 1 plays', '3 C 5 2 plays']);
  expect(await chart(set.web, { week: '2026-W46', version: 'dance' }).then((rows) => rows.length)).toBe(3);
  expect(await chart(set.web, { week: '2026-W46', version: 'hits' })).toEqual([]);
  expect((await set.web.call('chart-weeks')).body).toEqual({ success: true, data: ['2026-W46', '2026-W45'] });
});

test('after weeks of silence a chart tells no ranks of the last one that was kept [W26]', async () => {
  await using set = await start();
  await set.play('A', 1, 70 * DAY_MS);
  await set.play('A', 1, 6 * DAY_MS);
  await set.web.keepCharts();
  const kept = ['2026-W46', '2026-W41', '2026-W40', '2026-W39', '2026-W38', '2026-W37'];
  expect((await set.web.call('chart-weeks')).body).toMatchObject({ data: kept });
  expect(await chart(set.web, { week: '2026-W41' }).then(lines)).toEqual(['1 A 1 1 plays']);
  expect(await chart(set.web, { week: '2026-W46' }).then(lines)).toEqual(['1 A 1  plays']);
});

test('a week that waits to be kept leaves the running chart the ranks of the one before it, and no older ones [W26]', async () => {
  await using set = await start();
  await set.play('A', 1, 6 * DAY_MS);
  await set.web.keepCharts();
  set.web.clock.setWallClock(NOON_MS + WEEK_MS);
  expect(await chart(set.web).then(lines)).toEqual(['1 A 1 1 plays']);
  set.web.clock.setWallClock(NOON_MS + 2 * WEEK_MS);
  expect(await chart(set.web).then(lines)).toEqual(['1 A 1  plays']);
});

test('where two tracks have become one, the next charts tell the rank that a week now shows [R128]', async () => {
  await using set = await start();
  await set.play('A', 4, 13 * DAY_MS);
  await set.play('B', 3, 13 * DAY_MS);
  await set.play('C', 2, 13 * DAY_MS);
  await set.web.keepCharts();
  const { db } = set.web.services;
  const songs = await db.selectFrom('songs').select(['id', 'title']).execute();
  const idOf = (title: string) => songs.find((song) => song.title === title)?.id ?? 0;
  await db.transaction().execute((trx) => mergeSongs(trx, idOf('B'), idOf('A')));
  expect(await chart(set.web, { week: '2026-W45' }).then(lines)).toEqual(['1 A 4  plays', '2 C 2  plays']);
  expect(await chart(set.web, { week: '2026-W46' }).then(lines)).toEqual(['1 A 4 1 plays', '2 C 2 2 plays']);
  expect(await chart(set.web).then(lines)).toEqual(['1 A 7 1 plays', '2 C 2 2 plays']);
});

test('a week without a chart, a week that does not exist and an unknown stream are told', async () => {
  await using set = await start();
  await set.play('A', 1, DAY_MS);
  await set.web.keepCharts();
  const call = (parameters: Record<string, string>) =>
    set.web.call('top20', parameters, { headers: { 'x-language': 'en' } });
  expect(await call({ week: '2026-W47' })).toMatchObject({
    status: 404,
    body: { code: 'chart_not_found', error: 'No chart was kept for this week.' },
  });
  for (const week of ['2026-W54', '2026-47', 'last'])
    expect(await call({ week })).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  expect(await call({ version: 'rock' })).toMatchObject({ status: 404, body: { code: 'stream_not_found' } });
});

test('a station that has played nothing yet has an empty chart', async () => {
  await using web = await startWeb();
  await web.keepCharts();
  expect(await chart(web)).toEqual([]);
  expect((await web.call('chart-weeks')).body).toEqual({ success: true, data: [] });
});
