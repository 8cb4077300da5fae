import { expect, test } from 'vitest';
import * as z from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { artistTracksSchema } from '#src/records/songs/listed-track.wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const replySchema = z.object({ success: z.literal(true), data: artistTracksSchema });

async function tracks(web: TestWeb, parameters: Record<string, string>) {
  const reply = await web.call('artist-tracks', parameters);
  return replySchema.parse(reply.body).data;
}

const titles = async (web: TestWeb, parameters: Record<string, string>) =>
  (await tracks(web, parameters)).map(({ title }) => title);

/** Twelve tracks of one artist, the first two of them never played. */
async function startWithTracks() {
  const web = await startWeb();
  const records = Array.from({ length: 12 }, (_, number) =>
    mediaRecord(number + 1, 'Céline', `T${number + 1}`),
  );
  await web.data.addMedia(...records, mediaRecord(20, 'Celine Dion', 'Other'), mediaRecord(21, '', 'Céline'));
  for (const [number, record] of records.entries())
    if (number >= 2) await web.data.play(journalEntry(record, 'dance', NOON_MS - number * MINUTE_MS));
  await web.drain();
  return web;
}

test('an artist’s tracks come with the latest first play first, ten of them, in any case and accents', async () => {
  await using web = await startWithTracks();
  const rows = await tracks(web, { artist: 'CELINE' });
  expect(rows.map(({ title }) => title)).toEqual([
    'T3',
    'T4',
    'T5',
    'T6',
    'T7',
    'T8',
    'T9',
    'T10',
    'T11',
    'T12',
  ]);
  expect(rows[0]).toEqual({
    titre: 'Céline - T3',
    artist: 'Céline',
    title: 'T3',
    slug: 'celine-t3',
    pochette: '/covers/celine_t3.jpg',
    preview: '/previews/celine_t3.mp3',
    first: '2026-11-21T10:58:00.000Z',
    nb_diff: 1,
  });
});

test('what waits for its first play comes last, and one track can be left out', async () => {
  await using web = await startWithTracks();
  const all = await tracks(web, { artist: 'céline', limit: '50' });
  expect(all.slice(-2)).toMatchObject([
    { title: 'T2', first: null, nb_diff: 0 },
    { title: 'T1', first: null },
  ]);
  expect(await titles(web, { artist: 'céline', limit: '3', exclude: 'celine-t4' })).toEqual([
    'T3',
    'T5',
    'T6',
  ]);
  expect(await titles(web, { artist: 'céline', limit: '2', exclude: 'CÉLINE - T3' })).toEqual(['T4', 'T5']);
  expect(await titles(web, { artist: 'céline', limit: '2', exclude: 'no - such' })).toEqual(['T3', 'T4']);
});

test('a limit outside 1 to 50 is the nearer bound; what is no number is refused', async () => {
  await using web = await startWithTracks();
  expect(await titles(web, { artist: 'céline', limit: '0' })).toEqual(['T3']);
  expect(await titles(web, { artist: 'céline', limit: '999' })).toHaveLength(12);
  expect(await web.call('artist-tracks', { artist: 'céline', limit: 'all' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_parameter' },
  });
});

test('an unknown artist has no tracks, and no artist is a mistake', async () => {
  await using web = await startWithTracks();
  expect(await tracks(web, { artist: 'Nobody' })).toEqual([]);
  expect((await web.call('artist-tracks', { artist: '' })).status).toBe(400);
});
