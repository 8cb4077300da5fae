import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb } from '../support/start-web.ts';

test('a visitor of the home page sees what came to the stream last: newest first play first', async () => {
  await using web = await startWeb();
  const [old, recent, elsewhere] = [
    mediaRecord(1, 'Nova Kessler', 'Midnight Ferry'),
    mediaRecord(2, 'Céline', 'Été'),
    mediaRecord(3, 'Ørn', 'Basement Light', 'club'),
  ] as const;
  await web.data.addMedia(old, recent, elsewhere);
  await web.data.play(
    journalEntry(old, 'dance', NOON_MS - 3 * HOUR_MS),
    journalEntry(recent, 'dance', NOON_MS - 2 * HOUR_MS),
    journalEntry(old, 'dance', NOON_MS - HOUR_MS),
    journalEntry(elsewhere, 'club', NOON_MS - HOUR_MS),
  );
  await web.drain();
  for (const version of ['onde', 'dance']) {
    const { status, body } = await web.call('latest-tracks', { version });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        idx: 1,
        fullTitle: 'Céline - Été',
        artist: 'Céline',
        titre: 'Été',
        coverImage: '/covers/celine_ete.jpg',
        slug: 'celine-ete',
      },
      {
        idx: 2,
        fullTitle: 'Nova Kessler - Midnight Ferry',
        artist: 'Nova Kessler',
        titre: 'Midnight Ferry',
        coverImage: '/covers/nova_kessler_midnight_ferry.jpg',
        slug: 'nova-kessler-midnight-ferry',
      },
    ]);
  }
});

test('on a young stream, tracks that wait for their first play fill up the list, and it never has more than 20', async () => {
  await using web = await startWeb();
  const records = Array.from({ length: 30 }, (_, index) =>
    mediaRecord(index + 1, 'Artist', `Title ${index + 1}`),
  );
  const [first] = records;
  if (first === undefined) throw new Error('No records.');
  await web.data.addMedia(...records);
  await web.data.play(journalEntry(first, 'dance', NOON_MS));
  await web.drain();
  const { body } = await web.call('latest-tracks', { version: 'onde' });
  const titles = Array.isArray(body) ? body.map((row: { titre: string }) => row.titre) : [];
  expect(titles).toHaveLength(20);
  expect(titles.slice(0, 3)).toEqual(['Title 1', 'Title 30', 'Title 29']);
});

test('a stream that nothing came to has an empty list, an unknown one is not found, a missing one is asked for', async () => {
  await using web = await startWeb();
  expect((await web.call('latest-tracks', { version: 'lounge' })).body).toEqual([]);
  const unknown = await web.call('latest-tracks', { version: 'disco' });
  expect([unknown.status, unknown.body]).toMatchObject([404, { success: false, code: 'stream_not_found' }]);
  const missing = await web.call('latest-tracks');
  expect([missing.status, missing.body]).toMatchObject([400, { code: 'missing_parameter' }]);
});

test('a client that has the list already is told that it has not changed', async () => {
  await using web = await startWeb();
  const { headers } = await web.call('latest-tracks', { version: 'onde' });
  const etag = headers.get('etag') ?? '';
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await web.fetch('/api-proxy.php?endpoint=latest-tracks&version=onde', {
      headers: { 'if-none-match': known },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('covers that a media host serves are named there', async () => {
  await using web = await startWeb({ environment: { MEDIA_BASE_URL: 'https://media.example.org/' } });
  await web.data.addMedia(mediaRecord(1, 'Мумий', 'Тролль'));
  await web.drain();
  const { body } = await web.call('latest-tracks', { version: 'onde' });
  expect(body).toMatchObject([{ coverImage: 'https://media.example.org/covers/mumii_troll.jpg' }]);
});
