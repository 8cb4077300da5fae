import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const TRACK_MS = 180_000;

let web: TestWeb;
/** 60 tracks in a row on dance; the last began a minute before noon and is on air. */
beforeAll(async () => {
  web = await startWeb();
  const records = Array.from({ length: 60 }, (_, index) =>
    mediaRecord(index + 1, 'Artist', `Title ${index + 1}`),
  );
  await web.data.addMedia(...records);
  const startMs = NOON_MS - 60_000 - 59 * TRACK_MS;
  await web.data.play(
    ...records.map((record, index) => journalEntry(record, 'dance', startMs + index * TRACK_MS)),
  );
  await web.drain();
});
afterAll(() => web[Symbol.asyncDispose]());

async function titles(parameters: Record<string, string>): Promise<string[]> {
  const { body } = await web.call('history', { version: 'onde', ...parameters });
  const { data } = body as { data: { title: string }[] };
  return data.map(({ title }) => title);
}

test('a listener sees what played before, newest first, without what is on air', async () => {
  const { body } = await web.call('history', { version: 'onde', limit: '1' });
  expect(body).toEqual({
    success: true,
    data: [
      {
        titre: 'Artist - Title 59',
        artist: 'Artist',
        title: 'Title 59',
        slug: 'artist-title-59',
        pochette: '/covers/artist_title_59.jpg',
        started_at: new Date(NOON_MS - 60_000 - TRACK_MS).toISOString(),
        duration: 180,
      },
    ],
  });
});

test('when the track on air has ended, it is history', async () => {
  expect((await titles({}))[0]).toBe('Title 59');
  web.clock.advance(TRACK_MS);
  expect((await titles({}))[0]).toBe('Title 60');
});

test('ten come without a limit, outside 1 to 50 the nearer bound', async () => {
  expect(await titles({})).toHaveLength(10);
  expect(await titles({ limit: '3' })).toHaveLength(3);
  expect(await titles({ limit: '0' })).toHaveLength(1);
  expect(await titles({ limit: '-7' })).toHaveLength(1);
  expect(await titles({ limit: '99999999999999999999' })).toHaveLength(50);
});

test('a limit that is no whole number is refused', async () => {
  for (const limit of ['ten', '1.5', '1e3']) {
    const { status, body } = await web.call('history', { version: 'onde', limit });
    expect([limit, status]).toEqual([limit, 400]);
    expect(body).toMatchObject({ code: 'invalid_parameter', error: expect.stringContaining('limit') });
  }
});

test('another stream has its own history, an unknown one none', async () => {
  expect((await web.call('history', { version: 'trance' })).body).toEqual({ success: true, data: [] });
  expect((await web.call('history', { version: 'disco' })).status).toBe(404);
});
