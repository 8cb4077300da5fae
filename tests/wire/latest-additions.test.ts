import { expect, test } from 'vitest';
import * as z from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { latestAdditionsSchema } from '#src/features/charts/latest-additions.wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const replySchema = z.object({ success: z.literal(true), data: latestAdditionsSchema });

async function additions(web: TestWeb, parameters: Record<string, string> = {}) {
  return replySchema.parse((await web.call('latest-additions', parameters)).body).data;
}

test('the newest first plays come first, twenty of them, on all streams or on one', async () => {
  await using web = await startWeb();
  const records = Array.from({ length: 25 }, (_, number) => mediaRecord(number + 1, 'A', `T${number + 1}`));
  await web.data.addMedia(...records, mediaRecord(99, 'A', 'Never played'));
  for (const [number, record] of records.entries()) {
    await web.data.play(journalEntry(record, 'dance', NOON_MS - (number + 2) * MINUTE_MS));
    if (number >= 23) await web.data.play(journalEntry(record, 'club', NOON_MS - MINUTE_MS + number));
  }
  await web.drain();
  const all = await additions(web);
  expect(all.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, number) => `T${number + 1}`));
  expect(all[0]).toEqual({
    titre: 'A - T1',
    artist: 'A',
    title: 'T1',
    slug: 'a-t1',
    pochette: '/covers/a_t1.jpg',
    preview: '/previews/a_t1.mp3',
    first: '2026-11-21T10:58:00.000Z',
  });
  const onClub = await additions(web, { version: 'club' });
  expect(onClub.map(({ title }) => title)).toEqual(['T25', 'T24']);
  expect(Date.parse(onClub[0]?.first ?? '')).toBe(NOON_MS - MINUTE_MS + 24);
  expect(await additions(web, { version: '90' })).toEqual([]);
});

test('a first play that a clock ahead of time has dated is none yet, until its time or a true one', async () => {
  await using web = await startWeb();
  const [ahead, before] = [mediaRecord(1, 'A', 'Ahead'), mediaRecord(2, 'A', 'Before')];
  await web.data.addMedia(ahead, before);
  await web.data.play(
    journalEntry(ahead, 'dance', NOON_MS + 40 * 24 * 60 * MINUTE_MS),
    journalEntry(before, 'dance', NOON_MS - MINUTE_MS),
  );
  await web.drain();
  const titles = async (parameters = {}) => (await additions(web, parameters)).map(({ title }) => title);
  const home = async () => {
    const rows = z.array(z.object({ titre: z.string() }));
    return rows.parse((await web.call('latest-tracks', { version: 'dance' })).body).map(({ titre }) => titre);
  };
  expect(await titles()).toEqual(['Before']);
  expect(await titles({ version: 'dance' })).toEqual(['Before']);
  expect(await home()).toEqual(['Before', 'Ahead']);
  await web.data.play(journalEntry(ahead, 'dance', NOON_MS));
  await web.drain();
  expect(await titles()).toEqual(['Ahead', 'Before']);
  expect(await titles({ version: 'dance' })).toEqual(['Ahead', 'Before']);
  expect(await home()).toEqual(['Ahead', 'Before']);
});

test('an unknown stream is told', async () => {
  await using web = await startWeb();
  expect(await web.call('latest-additions', { version: 'rock' })).toMatchObject({
    status: 404,
    body: { code: 'stream_not_found' },
  });
});
