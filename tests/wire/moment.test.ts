import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { momentSchema } from '#src/features/what-was-that/moment/moment.wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const YEAR_MS = 366 * 24 * 60 * MINUTE_MS;
const replySchema = z.object({ success: z.literal(true), data: momentSchema });

let web: TestWeb;
/** A year ago: Un, Deux, a break of a minute, Trois. A minute ago: Quatre. */
beforeAll(async () => {
  web = await startWeb();
  const [un, deux, trois, quatre] = ['Un', 'Deux', 'Trois', 'Quatre'].map((title, at) =>
    mediaRecord(at + 1, 'Koda Merle', title),
  );
  if (!un || !deux || !trois || !quatre) throw new Error('There are four.');
  await web.data.addMedia(un, deux, trois, quatre);
  await web.data.play(
    journalEntry(un, 'dance', NOON_MS - YEAR_MS),
    journalEntry(deux, 'dance', NOON_MS - YEAR_MS + 3 * MINUTE_MS),
    journalEntry(trois, 'dance', NOON_MS - YEAR_MS + 7 * MINUTE_MS),
    journalEntry(quatre, 'dance', NOON_MS - MINUTE_MS),
  );
  await web.drain();
});
afterAll(() => web[Symbol.asyncDispose]());

const instant = (ms: number) => new Date(ms).toISOString().replace('.000', '');

async function titles(ms: number, version = 'onde') {
  const { body } = await web.call('moment', { version, at: instant(ms) });
  const { now, before, after } = replySchema.parse(body).data;
  return [before, now, after].map((play) => play?.title ?? '–').join(' ');
}

test('a moment has its track with the one before and the one after, however long ago', async () => {
  const at = NOON_MS - YEAR_MS + 4 * MINUTE_MS;
  const { body } = await web.call('moment', { version: 'dance', at: instant(at) });
  const { data } = replySchema.parse(body);
  expect(data).toMatchObject({ at: instant(at), version: 'onde' });
  expect(data.now).toEqual({
    titre: 'Koda Merle - Deux',
    artist: 'Koda Merle',
    title: 'Deux',
    slug: 'koda-merle-deux',
    pochette: '/covers/koda_merle_deux.jpg',
    preview: '/previews/koda_merle_deux.mp3',
    started_at: new Date(NOON_MS - YEAR_MS + 3 * MINUTE_MS).toISOString(),
    duration: 180,
  });
  expect(await titles(at)).toBe('Un Deux Trois');
});

test('the first second of a track is its own, in a break nothing is on air, beyond a silence nothing is near', async () => {
  const start = NOON_MS - YEAR_MS;
  expect(await titles(start)).toBe('– Un Deux');
  expect(await titles(start + 3 * MINUTE_MS)).toBe('Un Deux Trois');
  expect(await titles(start + 6.5 * MINUTE_MS)).toBe('Deux – Trois');
  expect(await titles(NOON_MS)).toBe('– Quatre –');
});

test.each([
  ['what is still to come', NOON_MS + 1000],
  ['the minute before the first play', NOON_MS - YEAR_MS - MINUTE_MS],
  ['a year before it', NOON_MS - 2 * YEAR_MS],
  ['a long silence', NOON_MS - YEAR_MS / 2],
  ['its last minute', NOON_MS - 2 * MINUTE_MS],
])('%s is unknown', async (_, ms) => {
  const reply = await web.call('moment', { version: 'onde', at: instant(ms) });
  expect([reply.status, reply.body]).toMatchObject([404, { code: 'moment_not_found' }]);
});

test.each(['now', '2026-11-21', '2026-02-30T10:00:00Z', '2026-11-21T10:00:00+01:00', '9'.repeat(500)])(
  '%j is no instant',
  async (at) => {
    const reply = await web.call('moment', { version: 'onde', at });
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'invalid_parameter' }]);
  },
);

test('stream and instant must be named, and the stream known', async () => {
  const at = instant(NOON_MS);
  expect(await web.call('moment', { at })).toMatchObject({ status: 400 });
  expect(await web.call('moment', { version: 'onde' })).toMatchObject({ status: 400 });
  const unknown = await web.call('moment', { at, version: 'disco' });
  expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'stream_not_found' }]);
});
