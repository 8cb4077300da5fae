import { expect, test } from 'vitest';
import * as z from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { foundPlaysSchema } from '#src/features/what-was-that/what-was-that.wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const replySchema = z.object({ success: z.literal(true), data: foundPlaysSchema });

async function search(web: TestWeb, datetime: string, version?: string) {
  const reply = await web.call('what-was-that', { datetime, ...(version && { version }) });
  return replySchema.parse(reply.body).data;
}

const lines = (rows: z.infer<typeof foundPlaysSchema>) =>
  rows.map(({ heures, title, on_air }) => `${heures} ${title}${on_air ? ' *' : ''}`);

/** Tracks of three minutes, the first one begins at `startMs`. */
async function startWithPlays(startMs: number, count: number, streamId: StreamId = 'dance') {
  const web = await startWeb();
  for (let number = 0; number < count; number++) {
    const record = mediaRecord(number + 1, 'A', `T${number}`);
    await web.data.addMedia(record);
    await web.data.play(journalEntry(record, streamId, startMs + number * 3 * MINUTE_MS));
  }
  await web.drain();
  return web;
}

test('a listener asks what played at eight and sees it with five tracks on either side', async () => {
  await using web = await startWithPlays(Date.UTC(2026, 10, 20, 6, 30), 20);
  const rows = await search(web, '2026-11-20 08:00', 'onde');
  expect(lines(rows)).toEqual([
    '07:45 T5',
    '07:48 T6',
    '07:51 T7',
    '07:54 T8',
    '07:57 T9',
    '08:00 T10 *',
    '08:03 T11',
    '08:06 T12',
    '08:09 T13',
    '08:12 T14',
    '08:15 T15',
  ]);
  expect(rows[5]).toEqual({
    titre: 'A - T10',
    heures: '08:00',
    artist: 'A',
    title: 'T10',
    slug: 'a-t10',
    pochette: '/covers/a_t10.jpg',
    preview: '/previews/a_t10.mp3',
    version: 'onde',
    started_at: '2026-11-20T07:00:00.000Z',
    duration: 180,
    on_air: true,
  });
  expect(lines(await search(web, '2026-11-20 08:02', 'dance'))[5]).toBe('08:00 T10 *');
  expect(lines(await search(web, '2026-11-20 07:30', 'dance'))[0]).toBe('07:30 T0 *');
});

test('without a stream the answer is what was on air on each of them', async () => {
  await using web = await startWithPlays(Date.UTC(2026, 10, 20, 7), 3);
  const late = mediaRecord(50, 'B', 'On club');
  await web.data.addMedia(late);
  await web.data.play(journalEntry(late, 'club', Date.UTC(2026, 10, 20, 6, 59)));
  await web.data.play(journalEntry(late, 'lounge', Date.UTC(2026, 10, 20, 6, 50)));
  await web.drain();
  const rows = await search(web, '2026-11-20 08:01');
  expect(rows.map(({ version, title, on_air }) => [version, title, on_air])).toEqual([
    ['club', 'On club', true],
    ['onde', 'T0', true],
  ]);
});

test('nothing played then: an empty list', async () => {
  await using web = await startWithPlays(Date.UTC(2026, 10, 20, 7), 3);
  expect(await search(web, '2026-11-20 12:00', 'dance')).toEqual([]);
  expect(await search(web, '2026-11-20 08:01', 'trance')).toEqual([]);
  expect(await search(web, '2026-11-19 12:00')).toEqual([]);
});

test('later today nothing can be known but what already sounds', async () => {
  await using web = await startWithPlays(NOON_MS - 6 * MINUTE_MS, 3);
  expect(lines(await search(web, '2026-11-21 12:01', 'dance')).at(-1)).toBe('12:00 T2 *');
  expect(await search(web, '2026-11-21 12:05', 'dance')).toEqual([]);
  expect(await search(web, '2026-11-21 23:59', 'dance')).toEqual([]);
});

test('a play that a clock ahead wrote down as later than now is unknown until then [R77]', async () => {
  await using web = await startWithPlays(NOON_MS - 4 * MINUTE_MS, 4);
  const shown = ['11:56 T0', '11:59 T1 *'];
  expect(lines(await search(web, '2026-11-21 12:00', 'dance'))).toEqual(shown);
  expect(lines(await search(web, '2026-11-21 12:01', 'dance'))).toEqual(shown);
  expect(await search(web, '2026-11-21 12:03')).toEqual([]);
  const { body } = await web.call('moment', { version: 'dance', at: '2026-11-21T11:00:00Z' });
  expect(body).toMatchObject({ data: { now: { title: 'T1' }, after: null } });
  web.clock.setWallClock(NOON_MS + 10 * MINUTE_MS);
  expect(lines(await search(web, '2026-11-21 12:00', 'dance'))).toEqual([...shown, '12:02 T2', '12:05 T3']);
});

test('a day outside today and the seven before is refused in the caller’s language', async () => {
  await using web = await startWeb();
  const call = (datetime: string, language = 'en') =>
    web.call('what-was-that', { datetime, version: 'dance' }, { headers: { 'x-language': language } });
  expect(await call('2026-11-13 23:59')).toMatchObject({
    status: 422,
    body: {
      success: false,
      code: 'date_outside_window',
      error: 'Choose today or one of the seven days before.',
      fields: { datetime: 'invalid' },
    },
  });
  expect(await call('2026-11-22 00:00', 'de')).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining('Wähle') },
  });
  expect((await call('2026-11-14 00:00')).status).toBe(200);
  expect((await call('2026-11-21 23:59')).status).toBe(200);
});

test('what is no date, and no date at all, are mistakes', async () => {
  await using web = await startWeb();
  for (const datetime of ['yesterday', '2026-11-31 10:00', '2026-11-20', '20.11.2026 08:00'])
    expect(await web.call('what-was-that', { datetime })).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter' },
    });
  expect(await web.call('what-was-that')).toMatchObject({ status: 400, body: { code: 'missing_parameter' } });
  expect(await web.call('what-was-that', { datetime: '2026-11-20 08:00', version: 'rock' })).toMatchObject({
    status: 404,
    body: { code: 'stream_not_found' },
  });
});

test('in the night when summer ends the first half past two is searched, and the clock goes back in the list', async () => {
  const startMs = Date.UTC(2026, 9, 25, 0, 51);
  await using web = await startWithPlays(startMs, 10);
  web.clock.setWallClock(Date.UTC(2026, 9, 26, 12));
  const rows = await search(web, '2026-10-25 02:54', 'dance');
  expect(lines(rows)).toEqual([
    '02:51 T0',
    '02:54 T1 *',
    '02:57 T2',
    '02:00 T3',
    '02:03 T4',
    '02:06 T5',
    '02:09 T6',
  ]);
  // The second time that the clock shows it [W220].
  const again = await search(web, '2026-10-25 02:03+01:00', 'dance');
  expect(lines(again)).toContain('02:03 T4 *');
  expect(await web.call('what-was-that', { datetime: '2026-10-24 02:03+01:00' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_parameter' },
  });
});
