import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STREAM_COLOURS } from '#src/contract/streams.ts';
import { foldText } from '#src/contract/titles.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { waveCover } from '#src/ui/wave-cover/wave-cover.ts';
import { startWeb, type TestWeb } from '../support/start-web.ts';

const PREVIEW = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
  const pictured = mediaRecord(1, 'Nova Kessler', 'Midnight Ferry', 'dance', { hasCover: true });
  await web.data.addMedia(
    pictured,
    mediaRecord(2, 'Ørn', 'Basement Light', 'club'),
    mediaRecord(3, '木村', '風', '80s'),
  );
  const files = mediaFiles(web.data.folder, pictured.id);
  await mkdir(dirname(files.cover), { recursive: true });
  await sharp({ create: { width: 500, height: 500, channels: 3, background: '#00ff00' } })
    .jpeg()
    .toFile(files.cover);
  await writeFile(files.preview, PREVIEW);
  await web.drain();
});
afterAll(() => web[Symbol.asyncDispose]());

async function picture(path: string) {
  const response = await web.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  const { channels } = await sharp(bytes).stats();
  return { response, bytes, format, width, height, colour: channels.map(({ mean }) => Math.round(mean)) };
}

test('a track with a picture has it at its cover address, in the width asked for', async () => {
  const cover = await picture('/covers/nova_kessler_midnight_ferry.jpg?w=192');
  expect(cover).toMatchObject({ format: 'jpeg', width: 192, height: 192 });
  expect(cover.colour[1]).toBeGreaterThan(240);
  expect(cover.colour[0]).toBeLessThan(15);
  expect(cover.response.headers.get('content-type')).toBe('image/jpeg');
});

test('a track without one has the generated cover, always the same, in its stream’s colour', async () => {
  const cover = await picture('/covers/orn_basement_light.jpg');
  expect(cover).toMatchObject({ format: 'jpeg', width: 640, height: 640 });
  const [red = 0, , blue = 0] = cover.colour;
  expect(blue).toBeGreaterThan(red + 50);
  const again = await picture('/covers/orn_basement_light.jpg');
  expect(again.bytes.equals(cover.bytes)).toBe(true);
  await picture(`/covers/${encodeURIComponent('木村_風')}.jpg?w=96`);
});

test('the generated cover is the one that a browser would draw [R93]', async () => {
  const cover = await picture('/covers/orn_basement_light.jpg?w=192');
  const drawn = sharp(Buffer.from(waveCover(foldText('Ørn - Basement Light'), STREAM_COLOURS.club))).resize(
    192,
  );
  const difference = await sharp(cover.bytes)
    .composite([{ input: await drawn.png().toBuffer(), blend: 'difference' }])
    .removeAlpha()
    .toBuffer();
  const { channels } = await sharp(difference).stats();
  for (const { mean } of channels) expect(mean).toBeLessThan(4);
});

test('a browser that has the cover is told that it has not changed', async () => {
  const first = await web.fetch('/covers/orn_basement_light.jpg?w=96');
  const etag = first.headers.get('etag') ?? '';
  for (const known of [etag, `"other", W/${etag}`, '*']) {
    const headers = { 'if-none-match': known };
    expect((await web.fetch('/covers/orn_basement_light.jpg?w=96', { headers })).status).toBe(304);
  }
  expect(first.headers.get('cache-control')).toContain('max-age=86400');
});

test('an unknown track, a width out of the set and an address up the tree have no cover', async () => {
  expect((await web.fetch('/covers/nobody_knows.jpg')).status).toBe(404);
  expect((await web.fetch('/covers/orn_basement_light.jpg?w=5000')).status).toBe(400);
  expect((await web.fetch('/covers/..%2f..%2fonde.jpg')).status).toBe(404);
  expect((await web.fetch('/covers/%00.jpg')).status).toBe(404);
  expect((await web.fetch('/covers/%E0%A4%A.jpg')).status).toBe(404);
});

test('many who ask for a new cover at once get it, drawn', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => web.fetch('/covers/orn_basement_light.jpg?w=384')),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('a preview is played from any place', async () => {
  const path = '/previews/nova_kessler_midnight_ferry.mp3';
  const whole = await web.fetch(path);
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
    200,
    'audio/mpeg',
    'bytes',
  ]);
  expect(Buffer.from(await whole.arrayBuffer()).equals(PREVIEW)).toBe(true);

  const part = await web.fetch(path, { headers: { range: 'bytes=100-199' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/1000']);
  expect(Buffer.from(await part.arrayBuffer()).equals(PREVIEW.subarray(100, 200))).toBe(true);

  const behind = await web.fetch(path, { headers: { range: 'bytes=1000-' } });
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
  expect(behind.headers.get('cache-control')).toBe('no-store');
  const nonsense = await web.fetch(path, { headers: { range: 'bytes=x-y' } });
  expect([nonsense.status, (await nonsense.arrayBuffer()).byteLength]).toEqual([200, 1000]);

  const changed = await web.fetch(path, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } });
  expect(changed.status).toBe(200);
  const head = await web.fetch(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
  for (const range of ['bytes=1000-', 'bytes=0-9']) {
    const asked = await web.fetch(path, { method: 'HEAD', headers: { range } });
    expect([asked.status, asked.headers.get('content-length')]).toEqual([200, '1000']);
    expect(asked.headers.has('content-range')).toBe(false);
  }
});

test('a track whose preview is not there, and a track unknown, have none', async () => {
  expect((await web.fetch('/previews/orn_basement_light.mp3')).status).toBe(404);
  expect((await web.fetch('/previews/nobody.mp3')).status).toBe(404);
});

test('each stream has a logo in its colour, and only the streams', async () => {
  const dance = await picture('/logo-dance.png');
  expect(dance).toMatchObject({ format: 'png', width: 512, height: 512 });
  expect((await picture('/logo-club.png')).colour).not.toEqual(dance.colour);
  expect((await web.fetch('/logo-disco.png')).status).toBe(404);
});

test('the icons that browsers and systems ask for are there, in their sizes', async () => {
  expect(await picture('/icon-192.png')).toMatchObject({ format: 'png', width: 192 });
  expect(await picture('/icon-maskable-512.png')).toMatchObject({ width: 512 });
  expect(await picture('/apple-touch-icon.png')).toMatchObject({ width: 180 });
  expect(await picture('/favicon.svg')).toMatchObject({ format: 'svg' });
  const ico = Buffer.from(await (await web.fetch('/favicon.ico')).arrayBuffer());
  expect(ico.readUInt32LE(0)).toBe(0x00010000);
  expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 48 });
});

test('an address with the ending of a file that is none of ours is not found', async () => {
  for (const path of ['/wp-login.php', '/nothing.png', '/covers/x.gif', '/.env', '/logo-.png'])
    expect([path, (await web.fetch(path)).status]).toEqual([path, 404]);
});
