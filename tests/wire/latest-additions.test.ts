import { expect, test } from 'vitest';
import * as z from 'zod';
import { latestAdditionsSchema } from '#src/features/charts/latest-additions.wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const MINUTE_MS = 60_000;
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

test('an unknown stream is told', async () => {
  await using web = await startWeb();
  expect(await web.call('latest-additions', { version: 'rock' })).toMatchObject({
    status: 404,
    body: { code: 'stream_not_found' },
  });
});
