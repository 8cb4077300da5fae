import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const ORIGIN = 'https://onde.example.org';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({ environment: { ORIGIN }, station: { name: 'Ondes & <Cie>' } });
  const ferry = mediaRecord(1, 'Nova Kessler', 'Midnight Ferry', 'club');
  await web.data.addMedia(ferry);
  await web.data.play(journalEntry(ferry, 'club', NOON_MS - 60_000));
  await web.drain();
});
afterAll(() => web[Symbol.asyncDispose]());

const ask = (url: string, more: Record<string, string> = {}) =>
  web.fetch(`/oembed?${new URLSearchParams({ url, ...more })}`);

async function facts(url: string, more: Record<string, string> = {}) {
  const answer = await ask(url, more);
  expect([url, answer.status]).toEqual([url, 200]);
  return (await answer.json()) as Record<string, unknown>;
}

test('the home page of a stream is framed as its small player, in the page’s language', async () => {
  const answer = await ask(`${ORIGIN}/de/90s`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.json()).toEqual({
    version: '1.0',
    type: 'rich',
    title: 'Ondes & <Cie> 90s',
    provider_name: 'Ondes & <Cie>',
    provider_url: ORIGIN,
    cache_age: 86400,
    thumbnail_url: `${ORIGIN}/og/stream/90s.png?lang=de`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
    width: 480,
    height: 160,
    html: `<iframe src="${ORIGIN}/embed/90s?lang=de" title="Ondes &amp; &lt;Cie&gt; 90s" width="480" height="160" style="border:0" loading="lazy"></iframe>`,
  });
});

test.each([
  ['/fr', 'dance?lang=fr'],
  ['/en/club/', 'club?lang=en'],
  ['/en/club?utm_source=x#top', 'club?lang=en'],
  ['/embed/hits', 'hits'],
  ['/embed/hits?lang=pl&theme=dark', 'hits?lang=pl'],
  ['/player/2000', '2000'],
])('%s is framed as %s', async (path, frame) => {
  expect((await facts(`${ORIGIN}${path}`)).html).toContain(`src="${ORIGIN}/embed/${frame}"`);
});

const MOMENT = new Date(NOON_MS - 30_000).toISOString().replace('.000', '');

test.each([
  ['/de/club/info-titre/nova-kessler-midnight-ferry', 'track/nova-kessler-midnight-ferry.png'],
  ['/de/club/info-titre/nova%20kessler%20-%20midnight%20ferry', 'track/nova-kessler-midnight-ferry.png'],
  ['/de/club/biography/Nova%20Kessler', 'artist/nova-kessler.png'],
  [`/de/club/moment/${MOMENT}`, `moment/club-${encodeURIComponent(MOMENT)}.png`],
  ['/de/club/page-top20.html?week=2026-W40', 'stream/club.png?lang=de'],
  ['/de/club/page-mentions-legales.html', 'stream/club.png?lang=de'],
])('%s is framed as the player of its stream, with its own picture', async (path, picture) => {
  const found = await facts(`${ORIGIN}${path}`);
  expect(found.html).toContain(`src="${ORIGIN}/embed/club?lang=de"`);
  expect(found).toMatchObject({ title: 'Ondes & <Cie> Club', thumbnail_url: `${ORIGIN}/og/${picture}` });
  const thumbnail = String(found.thumbnail_url).replace(ORIGIN, '');
  expect((await web.fetch(thumbnail, { method: 'HEAD' })).status).toBe(200);
});

test('a page that has moved below the default stream is framed as its player', async () => {
  expect((await facts(`${ORIGIN}/it/page-top20.html`)).html).toContain('/embed/dance?lang=it');
});

test('the frame is no larger than asked for, and where it cannot be that small there is a link', async () => {
  const small = await facts(`${ORIGIN}/fr/dance`, { maxwidth: '300', maxheight: '120' });
  expect(small).toMatchObject({ type: 'rich', width: 300, height: 120 });
  expect(small.html).toContain('width="300" height="120"');
  expect(small).not.toHaveProperty('thumbnail_url');
  expect(await facts(`${ORIGIN}/fr/dance`, { maxwidth: '4000' })).toMatchObject({ width: 480 });
  const tiny = await facts(`${ORIGIN}/fr/dance`, { maxwidth: '100' });
  expect(tiny.type).toBe('link');
  expect(tiny).not.toHaveProperty('html');
});

test('the same is there as XML, and no other format', async () => {
  const json = await facts(`${ORIGIN}/fr/dance`);
  const answer = await ask(`${ORIGIN}/fr/dance`, { format: 'xml' });
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  const { oembed } = new XMLParser().parse(await answer.text()) as { oembed: Record<string, unknown> };
  expect(oembed).toEqual({ ...json, version: 1 });
  expect((await ask(`${ORIGIN}/fr/dance`, { format: 'yaml' })).status).toBe(501);
  expect((await ask(`${ORIGIN}/fr/dance`, { format: '' })).status).toBe(200);
});

test.each([
  'https://elsewhere.example.com/fr/dance',
  `${ORIGIN}.evil.example/fr/dance`,
  `https://user@evil.example/${ORIGIN}/fr/dance`,
  `${ORIGIN}/fr/disco`,
  `${ORIGIN}/fr/dance/page-nothing.html`,
  `${ORIGIN}/fr/dance/profile`,
  `${ORIGIN}/fr/dance/pseudo-selection`,
  `${ORIGIN}/lovepuls/zoe`,
  `${ORIGIN}/fr/club/info-titre/nobody-nothing`,
  `${ORIGIN}/fr/club/info-titre/%00`,
  `${ORIGIN}/fr/club/biography/nova-kessler`,
  `${ORIGIN}/fr/club/moment/1999-01-01T00:00:00Z`,
  `${ORIGIN}/fr/club/moment/yesterday`,
  `${ORIGIN}/embed`,
  `${ORIGIN}/embed/disco`,
  'javascript:alert(1)',
  'fr/dance',
])('%s is nothing to frame', async (url) => {
  expect((await ask(url)).status).toBe(404);
});

test.each([
  ['/', 'dance'],
  ['/hits', 'hits'],
  ['/page-top20.html', 'dance'],
])(
  '%s, which leads readers to a page in their language, is framed as %s in theirs',
  async (path, streamId) => {
    const answer = await ask(`${ORIGIN}${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`${ORIGIN}/embed/${streamId}\\"`);
  },
);

test('a question that is none is told so', async () => {
  expect((await web.fetch('/oembed')).status).toBe(400);
  for (const maxwidth of ['0', '-1', 'wide', '1e9'])
    expect((await ask(`${ORIGIN}/fr/dance`, { maxwidth })).status).toBe(400);
  expect((await web.fetch('/oembed', { method: 'POST' })).status).toBe(405);
});
