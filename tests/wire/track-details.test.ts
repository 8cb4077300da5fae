import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { trackInfoSchema } from '#src/features/track/track.wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const replySchema = z.object({ success: z.literal(true), data: trackInfoSchema });

async function details(web: TestWeb, title: string) {
  const reply = await web.call('track-details', { title });
  return replySchema.parse(reply.body).data;
}

test('a listener reads when a track was first played, how often, and finds its pictures and its preview', async () => {
  await using web = await startWeb();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk', 'dance', { hasCover: true });
  await web.data.addMedia(funk);
  await web.data.play(journalEntry(funk, 'dance', NOON_MS), journalEntry(funk, 'club', NOON_MS - 60_000));
  await web.drain();
  expect(await details(web, 'daft-punk-da-funk')).toEqual({
    titre: 'Daft Punk - Da Funk',
    artist: 'Daft Punk',
    title: 'Da Funk',
    slug: 'daft-punk-da-funk',
    pochette: '/covers/daft_punk_da_funk.jpg',
    pochette_ok: '/covers/daft_punk_da_funk.jpg',
    preview: '/previews/daft_punk_da_funk.mp3',
    first: '2026-11-21T10:59:00.000Z',
    nb_diff: 2,
    dl_vid: 0,
    video: '',
  });
  expect(await details(web, '  DÀFT punk  -  da funk ')).toEqual(await details(web, 'daft-punk-da-funk'));
});

test('a track that was never played has no first play; one without a picture has the generated one alone', async () => {
  await using web = await startWeb();
  await web.data.addMedia(mediaRecord(1, 'A', 'New'));
  await web.drain();
  expect(await details(web, 'a-new')).toMatchObject({
    first: null,
    nb_diff: 0,
    pochette: '/covers/a_new.jpg',
    pochette_ok: '',
  });
});

test('a track that the journal alone knows has no preview', async () => {
  await using web = await startWeb();
  await web.data.play(journalEntry(mediaRecord(9, 'Nobody', 'Knows'), 'trance', NOON_MS));
  await web.drain();
  expect(await details(web, 'nobody-knows')).toMatchObject({ preview: '', nb_diff: 1, pochette_ok: '' });
});

test('any title leads to its track: quotes, slashes, emoji, Cyrillic, 500 characters, no artist', async () => {
  await using web = await startWeb();
  const long = 'très long '.repeat(50).trim();
  const names = [
    ['AC/DC', 'Rock / "Roll" & <b>'],
    ['Кино', 'Группа крови'],
    ['DJ 🎉', '🔥🔥'],
    ['Artist', long],
    ['', 'Untitled, by nobody'],
    ['坂本 龍一', '戦場のメリークリスマス'],
  ] as const;
  const records = names.map(([artist, title], number) => mediaRecord(number + 1, artist, title));
  await web.data.addMedia(...records);
  await web.drain();
  for (const [at, [artist, title]] of names.entries()) {
    const full = artist === '' ? title : `${artist} - ${title}`;
    const byTitle = await details(web, full);
    expect(byTitle).toMatchObject({ titre: full, artist, title });
    expect(byTitle.slug).toBe(records[at]?.slug);
    expect(await details(web, byTitle.slug)).toEqual(byTitle);
    const cover = await web.fetch(`${byTitle.pochette}?w=96`);
    expect([full, cover.status]).toEqual([full, 200]);
    await cover.body?.cancel();
  }
});

test('of two titles that would share an address each keeps its own', async () => {
  await using web = await startWeb();
  await web.data.addMedia(
    mediaRecord(1, 'A', 'B!'),
    mediaRecord(2, 'A', 'B?', 'dance', { slug: 'a-b-2' }),
    mediaRecord(3, '', 'a-b', 'dance', { slug: 'a-b-3' }),
  );
  await web.drain();
  expect((await details(web, 'A - B!')).slug).toBe('a-b');
  expect((await details(web, 'A - B?')).slug).toBe('a-b-2');
  expect((await details(web, 'a-b')).titre).toBe('A - B!');
  expect((await details(web, 'a-b-3')).titre).toBe('a-b');
});

test('a track with a video in the station folder says so, and the video is sent in parts', async () => {
  const film = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(5000, 7)]);
  await using web = await startWeb({
    async writeStation(stationDir) {
      await mkdir(join(stationDir, 'videos'));
      await writeFile(join(stationDir, 'videos', 'AC_DC - Thunder.mp4'), film);
    },
    environment: { MEDIA_BASE_URL: 'https://cdn.example.org' },
  });
  await web.data.addMedia(mediaRecord(1, 'AC/DC', 'Thunder'), mediaRecord(2, 'AC/DC', 'Other'));
  await web.drain();
  expect(await details(web, 'ac-dc-thunder')).toMatchObject({
    dl_vid: 1,
    video: 'https://cdn.example.org/videos/ac_dc_thunder.mp4',
    preview: 'https://cdn.example.org/previews/ac_dc_thunder.mp3',
  });
  expect(await details(web, 'ac-dc-other')).toMatchObject({ dl_vid: 0, video: '' });
  const whole = await web.fetch('/videos/ac_dc_thunder.mp4');
  expect(whole.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true);
  const part = await web.fetch('/videos/ac_dc_thunder.mp4', { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${film.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(10, 20))).toBe(true);
  const etag = whole.headers.get('etag') ?? '';
  expect((await web.fetch('/videos/ac_dc_thunder.mp4', { headers: { 'if-none-match': etag } })).status).toBe(
    304,
  );
  for (const path of ['/videos/ac_dc_other.mp4', '/videos/nobody.mp4', '/videos/..%2fstation.yaml.mp4'])
    expect((await web.fetch(path)).status).toBe(404);
});

test('a title that the radio does not know, or none at all, is told', async () => {
  await using web = await startWeb();
  expect(
    await web.call('track-details', { title: 'x - y' }, { headers: { 'x-language': 'fr' } }),
  ).toMatchObject({
    status: 404,
    body: { success: false, code: 'track_not_found', error: 'Titre non trouvé' },
  });
  expect(await web.call('track-details')).toMatchObject({ status: 400, body: { code: 'missing_parameter' } });
});
