import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { DRAWINGS_AT_ONCE } from '#src/contract/limits.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { DrawnImages } from '#src/web/media/drawn-images.ts';
import { shareImageAnswers } from '#src/web/share-images/share-image-answer.ts';
import { startMembers, type TestMembers } from '../support/start-members.ts';
import { NOON_MS, type TestWeb } from '../support/start-web.ts';

const FERRY = mediaRecord(1, 'Nova Kessler', 'Midnight Ferry', 'dance', { hasCover: true });
const LOW = mediaRecord(7, 'Low/High', 'Tide', 'hits', { hasCover: true });

let members: TestMembers;
let web: TestWeb;
beforeAll(async () => {
  members = await startMembers({ writeStation: writeBiographies });
  web = members.web;
  const light = mediaRecord(2, 'Ørn', 'Basement Light', 'club');
  await web.data.addMedia(
    FERRY,
    light,
    mediaRecord(3, '木村', '風', '80s'),
    mediaRecord(4, 'Байкал', 'Берег', 'lounge'),
    mediaRecord(5, '!!!', 'Chk', 'club'),
    mediaRecord(6, 'The R&B Four', '?', 'hits'),
    LOW,
  );
  const cover = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#00ff00' } })
    .jpeg()
    .toBuffer();
  for (const { id } of [FERRY, LOW]) {
    await mkdir(dirname(mediaFiles(web.data.folder, id).cover), { recursive: true });
    await writeFile(mediaFiles(web.data.folder, id).cover, cover);
  }
  await web.data.play(
    journalEntry(FERRY, 'dance', NOON_MS - 60 * MINUTE_MS),
    journalEntry(light, 'dance', NOON_MS - 57 * MINUTE_MS),
  );
  await web.drain();
});
afterAll(() => members[Symbol.asyncDispose]());

/** Tells the life of an artist whom the radio does not play, and of one whom it does, without the true name. */
async function writeBiographies(stationDir: string) {
  for (const [artist, text] of [
    ['AC_DC', 'name: AC/DC\n\nFrom Sydney.\n'],
    ['Low_High', 'From the hills.\n'],
  ] as const) {
    const folder = join(stationDir, 'biographies', artist);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'en.md'), text);
  }
}

async function picture(path: string) {
  const response = await web.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  return bytes;
}

/** The shared pictures that lie on the disk. */
async function drawnFiles() {
  const files = await readdir(join(web.data.folder.cache, 'images'), { recursive: true });
  return files.filter((file) => file.endsWith('.png')).sort();
}

/** How green a part is, 0 to 255: the cover is as green as can be. */
async function greenness(bytes: Buffer, left: number, top: number): Promise<number> {
  const part = await sharp(bytes).extract({ left, top, width: 100, height: 100 }).toBuffer();
  const [red, green] = (await sharp(part).stats()).channels;
  return (green?.mean ?? 0) - (red?.mean ?? 0);
}

async function status(path: string): Promise<number> {
  return (await web.fetch(path)).status;
}

test('each stream has a picture with its words in the language asked for, and only the streams', async () => {
  const dance = await picture('/og/stream/dance.png');
  expect((await picture('/og/stream/club.png')).equals(dance)).toBe(false);
  expect((await picture('/og/stream/dance.png?lang=xx')).equals(dance)).toBe(true);
  expect(await status('/og/stream/disco.png')).toBe(404);
  expect((await picture('/og/station/radio.png?lang=de')).equals(dance)).toBe(false);
  expect(await status('/og/station/dance.png')).toBe(404);
});

test('track, artist and moment show the cover beside the words', async () => {
  const instant = new Date(NOON_MS - 59 * MINUTE_MS).toISOString().replace('.000', '');
  for (const path of [
    '/og/track/nova-kessler-midnight-ferry.png',
    '/og/artist/nova-kessler.png',
    '/og/artist/Nova%20Kessler.png',
    '/og/artist/nova%20KESSLER.png',
    '/og/artist/low-high.png',
    `/og/moment/dance-${instant}.png`,
  ]) {
    const bytes = await picture(path);
    expect(await greenness(bytes, 870, 200), path).toBeGreaterThan(200);
    expect(await greenness(bytes, 20, 20), path).toBeLessThan(20);
  }
  await picture('/og/track/orn-basement-light.png');
  await picture(`/og/track/${encodeURIComponent('木村-風')}.png`);
});

test('a moment’s picture tells the minute that was shared, not the one in which its track began', async () => {
  const at = (agoMs: number) => new Date(NOON_MS - agoMs).toISOString().replace('.000', '');
  const pictures = [];
  for (const agoMs of [60 * MINUTE_MS, 59 * MINUTE_MS, 59 * MINUTE_MS - 1000])
    pictures.push(await picture(`/og/moment/dance-${at(agoMs)}.png`));
  const [began, shared, sameMinute] = pictures;
  expect(began?.equals(shared ?? began)).toBe(false);
  expect(sameMinute).toEqual(shared);
});

test('an artist has one by the slug of the name, whatever it is written with, and with a biography alone', async () => {
  const same = async (slug: string, name: string) => {
    const byName = await picture(`/og/artist/${encodeURIComponent(name)}.png`);
    const bySlug = await picture(`/og/artist/${encodeURIComponent(slug)}.png`);
    expect([slug, bySlug.equals(byName)]).toEqual([slug, true]);
  };
  await same('orn', 'Ørn');
  await same('baikal', 'Байкал');
  await same('木村', '木村');
  await same('t-21-21-21', '!!!');
  await same('the-r-b-four', 'The R&B Four');
  await same('ac-dc', 'AC/DC');
  await same('low-high', 'Low/High');
  await same('the_r_b_four', 'The R&B Four');
  for (const none of ['nova', 'kessler', 'the-r-b', 'orn-basement-light'])
    expect([none, await status(`/og/artist/${none}.png`)]).toEqual([none, 404]);
});

test('a picture is drawn anew when its cover or the title’s words change, else it stays as it is', async () => {
  const path = '/og/track/nova-kessler-midnight-ferry.png';
  const images = join(web.data.folder.cache, 'images');
  const before = await picture(path);
  const drawn = (await readdir(images, { recursive: true })).length;
  expect((await picture(path)).equals(before)).toBe(true);
  expect(await readdir(images, { recursive: true })).toHaveLength(drawn);
  await web.services.db
    .updateTable('songs')
    .set({ title: 'Midnight FERRY' })
    .where('slug', '=', 'nova-kessler-midnight-ferry')
    .execute();
  const renamed = await picture(path);
  expect(renamed.equals(before)).toBe(false);
  const blue = { create: { width: 500, height: 500, channels: 3, background: '#0000ff' } } as const;
  await writeFile(mediaFiles(web.data.folder, FERRY.id).cover, await sharp(blue).jpeg().toBuffer());
  expect((await picture(path)).equals(renamed)).toBe(false);
});

test('a member has one with what the public page shows, as soon as there is such a page', async () => {
  await members.join('Zoe_98');
  const before = await drawnFiles();
  const alone = await picture('/og/member/Zoe_98.png');
  expect((await picture('/og/member/zoe_98.png')).equals(alone)).toBe(true);
  const { id } = await web.services.db
    .selectFrom('users')
    .select('id')
    .where('pseudo', '=', 'Zoe_98')
    .executeTakeFirstOrThrow();
  const song = await web.services.db
    .selectFrom('songs')
    .select('id')
    .where('slug', '=', 'orn-basement-light')
    .executeTakeFirstOrThrow();
  await web.services.db
    .insertInto('favorite_tracks')
    .values({ user_id: id, song_id: song.id, added_ms: 1 })
    .execute();
  expect((await picture('/og/member/Zoe_98.png')).equals(alone)).toBe(false);
  // It says a name that may be given up: no disk keeps it [W242].
  expect(await drawnFiles()).toEqual(before);
  await web.services.db.updateTable('users').set({ pseudo: null, pseudo_folded: null }).execute();
  expect(await status('/og/member/Zoe_98.png')).toBe(404);
});

test.each([
  '/og/track/nothing.png',
  '/og/artist/Nobody.png',
  '/og/member/nobody.png',
  '/og/planet/dance.png',
  '/og/constructor/dance.png',
  '/og/moment/dance.png',
  '/og/moment/dance-2026-11-21T11:00:01Z.png',
  '/og/moment/dance-1999-01-01T00:00:00Z.png',
  '/og/moment/disco-2026-11-21T10:01:00Z.png',
  '/og/moment/dance-2026-02-30T10:01:00Z.png',
  '/og/track/%00.png',
  '/og/track/%E0%A4%A.png',
])('%s is not found', async (path) => {
  expect(await status(path)).toBe(404);
});

test('an address has a few new pictures drawn at once and no more; what is drawn is there for everyone', async () => {
  const songs = Array.from({ length: 14 }, (_, at) => mediaRecord(100 + at, 'Ed', `Song ${at}`, 'hits'));
  await web.data.addMedia(...songs);
  await web.drain();
  const answers = await Promise.all(songs.map(({ slug }) => web.fetch(`/og/track/${slug}.png`)));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await status('/og/stream/dance.png')).toBe(200);
});

test('however many of one address ask for one new picture at once, it is one', async () => {
  await web.data.addMedia(mediaRecord(150, 'Ed', 'Shared', 'hits'));
  await web.drain();
  const asked = Array.from({ length: DRAWINGS_AT_ONCE + 5 }, () =>
    web.fetch('/og/track/ed-shared.png', { headers: { 'x-forwarded-for': '203.0.113.9' } }),
  );
  const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
  expect([...statuses]).toEqual([200]);
});

test('while letters cannot be unpacked a picture has no words, which is told once; then they come', async () => {
  const told: string[] = [];
  const { services } = web;
  // Below those that the other tests have named to the drawing library.
  const fonts = join(services.folder.fonts, 'late');
  await mkdir(services.folder.fonts, { recursive: true });
  await writeFile(fonts, 'in the way');
  const cacheFolder = join(services.folder.cache, 'late');
  const answer = shareImageAnswers({
    ...services,
    folder: { ...services.folder, fonts },
    images: new DrawnImages({ ...services, cacheFolder }),
    logger: createLogger({ level: 'warn', part: 'test', to: { write: (line) => void told.push(line) } }),
  });
  const draw = async (kind: string, name: string) => {
    const drawn = await answer(new Request('http://radio.example/'), kind, name, '192.0.2.1');
    expect([name, drawn.status]).toEqual([name, 200]);
    return {
      cacheControl: drawn.headers.get('cache-control'),
      bytes: Buffer.from(await drawn.arrayBuffer()),
    };
  };
  const wordless = await draw('station', 'radio');
  expect(wordless.cacheControl).toBe('public, max-age=60');
  await draw('stream', 'dance');
  expect(told).toEqual([
    expect.stringMatching(/"reason":"[A-Z]+".*letters for shared pictures cannot be unpacked/),
  ]);
  expect(told[0]).not.toContain('stack');
  await rm(fonts);
  const whole = await draw('station', 'radio');
  expect(whole.cacheControl).toContain('stale-while-revalidate');
  expect(whole.bytes.equals(wordless.bytes)).toBe(false);
});
