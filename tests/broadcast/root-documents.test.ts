import { afterAll, beforeAll, expect, test } from 'vitest';
import { nowPlayingListSchema, nowPlayingSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { addTones, createHome, type Home, type Radio, startRadio } from './support/radio.ts';

let home: Home;
let radio: Radio;
beforeAll(async () => {
  home = await createHome();
  await addTones(home, 4, 12);
  radio = await startRadio(home, {
    settings: { ORIGIN: 'https://radio.example', MEDIA_BASE_URL: 'https://media.example/' },
  });
});
afterAll(async () => {
  await radio[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${radio.origin}${path}`, { headers });

test('titre.json tells what plays on all eight streams, to any site', async () => {
  const askedMs = Date.now();
  const reply = await get('/titre.json');
  const list = nowPlayingListSchema.parse(await reply.json());
  expect(list.map(({ version }) => version)).toEqual([
    'onde',
    'hitparty',
    'club',
    'lounge',
    'trance',
    '2000',
    '90',
    'magicradio',
  ]);
  expect(list[0]).toMatchObject({
    artiste: expect.stringMatching(/^Artist \d$/),
    titre: expect.stringMatching(/^Tone \d$/),
    pochette: expect.stringMatching(/^https:\/\/media\.example\/covers\/artist_\d_tone_\d\.jpg$/),
  });
  const startedMs = Date.parse(list[0]?.started_at ?? '');
  expect(startedMs).toBeGreaterThan(askedMs - 20_000);
  expect(startedMs).toBeLessThan(Date.now() + 5_000);
  expect(list[0]?.duration).toBeCloseTo(12, 0);
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
  expect(reply.headers.get('cache-control')).toBe('public, max-age=2');
});

test('a poll that knows the answer already gets 304 and nothing else', async () => {
  const tag = async () => (await get('/titre.json')).headers.get('etag') ?? '';
  const ask = async (known: string) => {
    const reply = await get('/titre.json', { 'If-None-Match': known });
    return [reply.status, await reply.text()];
  };
  // A track may begin meanwhile, and the answer is another one then.
  let etag: string;
  let answers: unknown[];
  do {
    etag = await tag();
    answers = [await ask(etag), await ask(`"other", W/${etag}`), await ask('*')];
  } while (etag !== (await tag()));
  expect(answers).toEqual([1, 2, 3].map(() => [304, '']));
  expect((await get('/titre.json', { 'If-None-Match': '"other"' })).status).toBe(200);
});

test('events tell the state on connecting, then every track as it begins, as titre.json has it', async () => {
  using heard = listen(radio.origin, '/now-playing/events');
  expect((await heard.head()).headers.get('content-type')).toContain('text/event-stream');
  const events = () =>
    [
      ...heard
        .body()
        .toString()
        .matchAll(/event: now-playing\ndata: (.*)\n/g),
    ].map(([, data = '']) => nowPlayingSchema.parse(JSON.parse(data)));
  while (events().length < 9) await heard.bytes(heard.body().length + 1);
  const [first, ...more] = events();
  expect(first?.version).toBe('onde');
  const changed = more.at(7);
  const now = nowPlayingListSchema.parse(await (await get('/titre.json')).json());
  expect(now).toContainEqual(changed);
});

test('fluxaudio.json speaks the caller’s language, French by default', async () => {
  const rows = async (headers?: Record<string, string>) =>
    (await (await get('/fluxaudio.json', headers)).json())[0];
  expect(await rows()).toMatchObject({
    version: 'onde',
    id: 'dance',
    image: 'dance',
    name: 'Onde Dance',
    url: 'https://media.example/stream/dance.mp3',
    color: 'rgba(242,152,56,1)',
  });
  expect((await get('/fluxaudio.json')).headers.get('content-language')).toBe('fr');
  expect(
    (await get('/fluxaudio.json', { 'X-Language': 'de', 'Accept-Language': 'en' })).headers.get(
      'content-language',
    ),
  ).toBe('de');
});

test('playlists hold the absolute address of the stream', async () => {
  const address = 'https://media.example/stream/90s.mp3';
  const m3u = await get('/listen/90s.m3u');
  // A browser that can play a list would leave the page, and its music, for it.
  expect(m3u.headers.get('content-disposition')).toBe('attachment; filename="90s.m3u"');
  expect(m3u.headers.get('content-type')).toContain('audio/x-mpegurl');
  expect((await m3u.text()).split('\n')).toContain(address);
  expect(await (await get('/listen/90s.pls')).text()).toContain(`File1=${address}\n`);
  expect(await (await get('/listen/90s.xspf')).text()).toContain(`<location>${address}</location>`);
  expect(await (await get('/listen/jazz.pls')).json()).toMatchObject({ code: 'stream_not_found' });
  expect((await get('/listen/90s.doc')).status).toBe(404);
});

test('health and readiness tell music and pages apart', async () => {
  expect((await get('/healthz')).status).toBe(200);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { success: true, broadcast: true, web: false, data: { broadcast: true, web: false } },
  ]);
  const web = await get('/readyz?part=web');
  expect([web.status, await web.json()]).toMatchObject([
    503,
    { success: false, broadcast: true, web: false },
  ]);
});

test('without a website a page says so, and a program gets the envelope', async () => {
  const [page, call] = await Promise.all([
    get('/fr/dance', { Accept: 'text/html', 'Accept-Language': 'fr' }),
    get('/api-proxy.php?endpoint=ip', { Accept: 'application/json' }),
  ]);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await page.text()).toContain('La musique continue');
  expect([call.status, await call.json()]).toMatchObject([503, { success: false, code: 'unavailable' }]);
});

test('a request that names two hosts is refused, whatever they are', async () => {
  using heard = listen(radio.origin, '/titre.json', { headers: { HOST: 'elsewhere.example' } });
  expect((await heard.head()).status).toBe(400);
  using once = listen(radio.origin, '/titre.json');
  expect((await once.head()).status).toBe(200);
});
