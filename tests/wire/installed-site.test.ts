import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { LANGUAGES } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { translate } from '#src/i18n/translate.ts';
import { startWeb, type TestWeb } from '../support/start-web.ts';

const ON_AIR = {
  version: 'onde',
  artiste: 'Nova <Kessler>',
  titre: 'Midnight Ferry',
  pochette: '',
  slug: 'nova-kessler-midnight-ferry',
  started_at: '2026-11-21T11:00:00.000Z',
  duration: 200,
};

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({
    station: {
      name: 'Radio & Co',
      streams: [{ id: 'hits', name: 'Hits <b>', genre: { fr: 'Tubes', pl: 'Przeboje' } }],
    },
    nowPlaying: [ON_AIR],
    async answerPage(request) {
      if (new URL(request.url).pathname === '/service-worker.js')
        return new Response('built()', { headers: { 'content-type': 'text/javascript' } });
      throw new Error('the page cannot be drawn');
    },
  });
});
afterAll(() => web[Symbol.asyncDispose]());

const iconSchema = z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() });
const manifestSchema = z.object({
  id: z.string(),
  name: z.string(),
  lang: z.string(),
  start_url: z.string(),
  display: z.string(),
  description: z.string(),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(iconSchema),
  screenshots: z
    .array(
      z.object({
        src: z.string(),
        sizes: z.string(),
        type: z.string(),
        form_factor: z.enum(['narrow', 'wide']),
        label: z.string().min(1),
      }),
    )
    .optional(),
  shortcuts: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      description: z.string().optional(),
      icons: z.array(iconSchema),
    }),
  ),
});

test('the manifest has the station’s name, its icons in their sizes and a way to each stream [R85, W107]', async () => {
  const response = await web.fetch('/manifest.webmanifest');
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const { icons, shortcuts, ...manifest } = manifestSchema.parse(await response.json());
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Radio & Co',
    lang: 'fr',
    start_url: '/',
    display: 'standalone',
  });
  expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
    'monochrome 512x512',
  ]);
  expect(shortcuts.map(({ url }) => url).sort()).toEqual(STREAM_IDS.map((id) => `/${id}`).sort());
  expect(shortcuts[0]).toMatchObject({ name: 'Hits <b>', url: '/hits', description: 'Tubes' });
  for (const { src, sizes } of [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)]) {
    const { width, height, format } = await sharp(await bytesOf(src)).metadata();
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png']);
  }
});

test('the sheet that offers the installation shows two screens of a phone and one of a desktop [R106]', async () => {
  await using onde = await startWeb({ station: { name: 'Onde' } });
  const { screenshots = [] } = manifestSchema.parse(await (await onde.fetch('/manifest.webmanifest')).json());
  expect(screenshots.map((screen) => screen.form_factor)).toEqual(['narrow', 'narrow', 'wide']);
  for (const { src, sizes, type } of screenshots) {
    const response = await onde.fetch(src);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.byteLength).toBeLessThan(60_000);
    const { width, height } = await sharp(bytes).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect((await onde.fetch('/screens/home-wide-00000000.webp')).status).toBe(404);
});

test('a station of another name does not show the screens of a radio that it is not [R106]', async () => {
  const { screenshots } = manifestSchema.parse(await (await web.fetch('/manifest.webmanifest')).json());
  expect(screenshots).toBeUndefined();
});

test('a maskable icon fills its square; a monochrome one is a shape on nothing', async () => {
  const corner = async (src: string) => {
    const { data } = await sharp(await bytesOf(src))
      .ensureAlpha()
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data[3];
  };
  expect(await corner('/icon-maskable-512.png')).toBe(255);
  expect(await corner('/icon-monochrome-512.png')).toBe(0);
  expect((await sharp(await bytesOf('/icon-monochrome-512.png')).stats()).isOpaque).toBe(false);
});

test('the worker is asked for each time, and may ask the radio alone [W108]', async () => {
  const { status, headers } = await web.fetch('/service-worker.js');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
});

test('an operator who wants no worker sends one that removes itself and all that it kept [W108]', async () => {
  await using off = await startWeb({ environment: { SERVICE_WORKER: 'off' } });
  const response = await off.fetch('/service-worker.js');
  expect(response.headers.get('content-type')).toContain('text/javascript');
  const text = await response.text();
  expect(text).toContain('registration.unregister()');
  expect(text).toContain('caches.delete');
});

test('the offline page speaks all languages and lets nothing but its own script run [W109]', async () => {
  const response = await web.fetch('/offline.html');
  const text = await response.text();
  for (const language of LANGUAGES)
    expect(text).toContain(JSON.stringify(translate(language, 'offline.title')).slice(1, -1));
  expect(text).toContain('<b>Hits &lt;b&gt;</b>');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-/);
  expect(policy).not.toContain("'unsafe-inline'");
});

test('a page that cannot be drawn is answered by one that stands by itself, in its language, with the streams [R89]', async () => {
  const response = await web.fetch('/de/hits', { headers: { accept: 'text/html' } });
  const text = await response.text();
  expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store']);
  expect(text).toContain('<html lang="de">');
  expect(text).toContain(translate('de', 'offline.failure.title'));
  expect(text).toContain('Nova &lt;Kessler&gt; - Midnight Ferry');
  for (const id of STREAM_IDS) expect(text).toContain(`data-play-stream="${id}"`);
  expect(response.headers.get('content-security-policy')).toMatch(/media-src 'self'/);
  expect(web.errors.join()).toContain('the page cannot be drawn');
});

test('a Pole is offered the application in Polish, and it is the same application [W132]', async () => {
  const read = async (query: string) =>
    manifestSchema.parse(await (await web.fetch(`/manifest.webmanifest${query}`)).json());
  const [french, polish] = [await read(''), await read('?lang=pl')];
  expect([polish.id, polish.start_url, polish.lang]).toEqual([french.id, french.start_url, 'pl']);
  expect(polish.description).toContain('dniem i\u00a0nocą');
  expect(polish.shortcuts[0]?.description).toBe('Przeboje');
  expect(await read('?lang=xx')).toEqual(french);
});

test('a program gets the same failure in plain words', async () => {
  const response = await web.fetch('/de/hits', { headers: { accept: 'application/json' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/plain; charset=utf-8']);
});

async function bytesOf(path: string): Promise<Buffer> {
  const response = await web.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return Buffer.from(await response.arrayBuffer());
}
