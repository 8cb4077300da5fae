import { appendFile, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFeed } from 'podcast-partytime';
import { expect, test, vi } from 'vitest';
import { type EpisodeTags, writeEpisode } from '#src/audio/testing/write-episode.ts';
import { EPISODES_LISTED, podcastShowsSchema, podcastsSchema } from '#src/features/podcasts/podcasts.wire.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { startWeb, type TestWeb } from '../support/start-web.ts';

/** Episodes are looked into in a process of their own. */
const ORIGIN = 'https://radio.example.org';

interface Show {
  name: string;
  yaml: string;
  episodes?: Record<string, EpisodeTags>;
  files?: Record<string, string | Uint8Array>;
}

async function start(...shows: Show[]): Promise<TestWeb> {
  const web = await startWeb({
    environment: { ORIGIN },
    async writeStation(stationDir) {
      for (const { name, yaml, episodes = {}, files = {} } of shows) {
        const folder = join(stationDir, 'podcasts', name);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'show.yaml'), yaml);
        let hertz = 300;
        for (const [file, tags] of Object.entries(episodes)) {
          hertz += 50;
          await writeEpisode(join(folder, file), 2, tags, hertz);
        }
        for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
      }
    },
  });
  await vi.waitFor(() => expect(web.services.content.podcasts).not.toBeNull(), PATIENT);
  return web;
}

/** The address of an episode with eight signs that tell it from another one of that name. */
const marked = (address: string) => {
  const written = address.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return expect.stringMatching(new RegExp(`^${written}\\?v=[0-9a-f]{8}$`));
};

async function list(web: TestWeb, version: string) {
  return podcastsSchema.parse((await web.call('podcasts', { version })).body);
}

const NIGHT: Show = {
  name: 'Nuit & jour 🎉',
  yaml: [
    'title: La nuit & le jour “live” 🎉',
    'description: "Du son <b>fort</b>, et des mots."',
    'author: Zoé Durand',
    'language: fr',
    'category: Music Interviews',
    'image: cover.jpg',
    'stream: [dance, club]',
    'explicit: true',
    'itunes: https://podcasts.apple.com/podcast/id1',
    'deezer: https://www.deezer.com/show/1',
  ].join('\n'),
  episodes: {
    'one_two #1.mp3': { title: 'Un/Deux', comment: 'Le premier.', date: '2026-07-01' },
    'two.mp3': {
      title: 'Вторая “часть”',
      date: '2026-08-01',
      chapters: [
        { startMs: 0, title: 'Début' },
        { startMs: 1200, title: 'Fin' },
      ],
    },
  },
  files: { 'cover.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'bad.mp3': 'words, not sound '.repeat(100) },
};

test('a stream’s shows are listed with the addresses that they have', async () => {
  await using web = await start(NIGHT, {
    name: 'far',
    yaml: 'title: Ailleurs\nstream: dance\nfeed: https://example.org/far.xml\nyoutube: https://youtube.com/@far\n',
  });
  expect(await list(web, 'onde')).toEqual([
    { titre: 'Ailleurs', youtube: 'https://youtube.com/@far', xml: 'https://example.org/far.xml' },
    {
      titre: 'La nuit & le jour “live” 🎉',
      itunes: 'https://podcasts.apple.com/podcast/id1',
      deezer: 'https://www.deezer.com/show/1',
      xml: '/podcasts/Nuit%20%26%20jour%20%F0%9F%8E%89.xml',
    },
  ]);
  expect(await list(web, 'club')).toHaveLength(1);
  expect(await list(web, 'trance')).toEqual([]);
  expect(await web.call('podcasts')).toMatchObject({ status: 400, body: { code: 'missing_parameter' } });
  expect((await web.call('podcasts', { version: 'rock' })).status).toBe(404);
  const elsewhere = await web.fetch('/podcasts/far.xml');
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, 'https://example.org/far.xml']);
});

test('a show that has moved to an address in letters of its own is found there', async () => {
  const feed = 'https://пример.рф/подкаст.xml';
  await using web = await start({ name: 'far', yaml: `title: Ailleurs\nstream: dance\nfeed: ${feed}\n` });
  const elsewhere = await web.fetch('/podcasts/far.xml');
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, new URL(feed).href]);
});

test('an episode of the future is not there before its date, and then is by itself [R149]', async () => {
  await using web = await start({
    name: 'tides',
    yaml: 'title: Tides\nstream: dance\nlanguage: en-GB\n',
    episodes: {
      '2026-11-01 Now.mp3': { title: '' },
      '2026-11-22 Soon.mp3': { title: '', chapters: [{ startMs: 0, title: 'Start' }] },
      '2030-01-01 Far.mp3': { title: '' },
    },
  });
  const seen = async () => {
    const [show] = podcastShowsSchema.parse((await web.call('podcasts', { version: 'dance' })).body);
    const feed = parseFeed(await (await web.fetch('/podcasts/tides.xml')).text());
    const statuses = [];
    for (const file of ['2026-11-22 Soon.mp3', '2026-11-22 Soon.mp3.chapters.json'])
      statuses.push((await web.fetch(`/podcasts/tides/${encodeURIComponent(file)}`)).status);
    return {
      listed: show?.episodes.map(({ title }) => title),
      fed: feed?.items.map(({ title }) => title),
      built: feed?.lastBuildDate?.toISOString(),
      statuses,
    };
  };
  const before = { listed: ['Now'], fed: ['Now'], built: '2026-10-31T23:00:00.000Z', statuses: [404, 404] };
  expect(await seen()).toEqual(before);
  web.clock.standStill(Date.UTC(2026, 10, 21, 23) - web.clock.nowMs() - 1);
  expect(await seen()).toEqual(before);
  web.clock.advance(1);
  expect(await seen()).toEqual({
    listed: ['Soon', 'Now'],
    fed: ['Soon', 'Now'],
    built: '2026-11-21T23:00:00.000Z',
    statuses: [200, 200],
  });
});

test('a stream’s shows are listed with what the page says of them and their episodes', async () => {
  await using web = await start(NIGHT, {
    name: 'far',
    yaml: 'title: Ailleurs\nstream: dance\nfeed: https://example.org/far.xml\n',
  });
  const folder = '/podcasts/Nuit%20%26%20jour%20%F0%9F%8E%89';
  const { body } = await web.call('podcasts', { version: 'dance' });
  expect(podcastShowsSchema.parse(body)).toMatchObject([
    { titre: 'Ailleurs', description: '', language: 'fr', image: '', episodes: [] },
    {
      description: 'Du son <b>fort</b>, et des mots.',
      image: `${folder}/cover.jpg`,
      episodes: [
        { title: 'Вторая “часть”', description: '', audio: marked(`${folder}/two.mp3`) },
        {
          title: 'Un/Deux',
          description: 'Le premier.',
          published_at: '2026-06-30T22:00:00.000Z',
          duration: expect.closeTo(2, 0),
          audio: marked(`${folder}/one_two%20%231.mp3`),
        },
      ],
    },
  ]);
});

test('the page’s address of an episode is another one once another episode has its file, and the feed’s stays [W31]', async () => {
  const yaml = 'title: Tides\nstream: dance\n';
  const addresses = new Set<string>();
  for (const guid of ['episode-1', 'episode-1', 'episode-2', 'à & b / c?']) {
    await using web = await start({
      name: 'tides',
      yaml,
      episodes: { 'latest.mp3': { title: 'Now', date: '2026-07-01' } },
      files: { 'latest.mp3.yaml': `guid: "${guid}"\n` },
    });
    const [row] = podcastShowsSchema.parse((await web.call('podcasts', { version: 'dance' })).body);
    const audio = row?.episodes[0]?.audio ?? '';
    expect(audio).toEqual(marked('/podcasts/tides/latest.mp3'));
    addresses.add(audio);
    const [item] = parseFeed(await (await web.fetch('/podcasts/tides.xml')).text())?.items ?? [];
    expect(item?.enclosure.url).toBe(`${ORIGIN}/podcasts/tides/latest.mp3`);
    const whole = Buffer.from(await (await web.fetch('/podcasts/tides/latest.mp3')).arrayBuffer());
    const part = await web.fetch(audio, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
  }
  expect(addresses.size).toBe(3);
});

test('an address of an episode that no longer has its file leads to none, and only `v` says so [W70]', async () => {
  await using web = await start({
    name: 'tides',
    yaml: 'title: Tides\nstream: dance\nimage: cover.jpg\n',
    episodes: { 'latest.mp3': { title: 'Now', date: '2026-07-01', chapters: [{ startMs: 0, title: 'A' }] } },
    files: { 'cover.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xd9]) },
  });
  for (const method of ['GET', 'HEAD']) {
    const gone = await web.fetch('/podcasts/tides/latest.mp3?v=00000000', { method });
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
  for (const path of ['latest.mp3?utm_source=feed', 'latest.mp3.chapters.json?v=00000000', 'cover.jpg?v=1'])
    expect([path, (await web.fetch(`/podcasts/tides/${path}`)).status]).toEqual([path, 200]);
});

test('an episode that is being replaced is not sent by halves [W70]', async () => {
  let path = '';
  await using web = await startWeb({
    async writeStation(stationDir) {
      const folder = join(stationDir, 'podcasts', 'tides');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'show.yaml'), 'title: Tides\nstream: dance\n');
      path = join(folder, 'latest.mp3');
      await writeEpisode(path, 2, { date: '2026-07-01' });
    },
  });
  await vi.waitFor(() => expect(web.services.content.podcasts).not.toBeNull(), PATIENT);
  const answer = async () => {
    const at = new Date(web.clock.nowMs());
    await utimes(path, at, at);
    const { status, headers } = await web.fetch('/podcasts/tides/latest.mp3', { method: 'HEAD' });
    return [status, headers.get('cache-control'), headers.get('retry-after')];
  };
  expect(await answer()).toEqual([200, 'public, max-age=86400', null]);
  // Once it has rested it is read, however soon that is for who asks.
  await vi.waitFor(async () => {
    await appendFile(path, 'more of it');
    expect(await answer()).toEqual([503, 'no-store', '5']);
  }, PATIENT);
  expect(web.errors).toEqual([]);
});

test('a show says how many episodes it has, also those that only its feed still lists [W31]', async () => {
  const all = EPISODES_LISTED + 2;
  const episodes = Object.fromEntries(
    Array.from({ length: all }, (_, at) => [`${at}.mp3`, { title: `Tide ${at}`, date: '2026-07-01' }]),
  );
  await using web = await start({ name: 'tides', yaml: 'title: Tides\nstream: dance\n', episodes });
  const [show] = podcastShowsSchema.parse((await web.call('podcasts', { version: 'dance' })).body);
  expect(show).toMatchObject({ total: all });
  expect(show?.episodes).toHaveLength(EPISODES_LISTED);
  expect(parseFeed(await (await web.fetch('/podcasts/tides.xml')).text())?.items).toHaveLength(all);
});

test('a feed is sent compressed to whoever takes that', async () => {
  const episodes = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`${at}.mp3`, { title: `Tide ${at}`, date: '2026-07-01' }]),
  );
  await using web = await start({ name: 'tides', yaml: 'title: Tides\nstream: dance\n', episodes });
  const { headers } = await web.fetch('/podcasts/tides.xml', { headers: { 'accept-encoding': 'gzip' } });
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding']);
});

test('a podcast program reads the feed: the show, its episodes, their chapters', async () => {
  await using web = await start(NIGHT);
  const [show] = await list(web, 'dance');
  const response = await web.fetch(show?.xml ?? '');
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  const xml = await response.text();
  const feed = parseFeed(xml);
  expect(feed).toMatchObject({
    title: 'La nuit & le jour “live” 🎉',
    description: 'Du son <b>fort</b>, et des mots.',
    language: 'fr',
    author: 'Zoé Durand',
    explicit: true,
    itunesType: 'episodic',
    itunesImage: `${ORIGIN}/podcasts/Nuit%20%26%20jour%20%F0%9F%8E%89/cover.jpg`,
    itunesCategory: ['Music > Music Interviews'],
    link: `${ORIGIN}/fr/dance/page-podcast.html`,
    medium: 'podcast',
    pubsub: { self: `${ORIGIN}/podcasts/Nuit%20%26%20jour%20%F0%9F%8E%89.xml` },
  });
  expect(feed?.guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(feed?.items.map(({ title }) => title)).toEqual(['Вторая “часть”', 'Un/Deux']);
  const [second, first] = feed?.items ?? [];
  expect(first).toMatchObject({
    description: 'Le premier.',
    pubDate: new Date('2026-06-30T22:00:00Z'),
    duration: 2,
    explicit: true,
    enclosure: {
      url: `${ORIGIN}/podcasts/Nuit%20%26%20jour%20%F0%9F%8E%89/one_two%20%231.mp3`,
      type: 'audio/mpeg',
    },
  });
  expect(first?.guid).toMatch(/^[0-9a-f]{32}$/);
  expect(first?.podcastChapters).toBeUndefined();
  expect(second?.podcastChapters).toEqual({
    url: `${ORIGIN}/podcasts/Nuit%20%26%20jour%20%F0%9F%8E%89/two.mp3.chapters.json`,
    type: 'application/json+chapters',
  });
  const known = { headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
  expect((await web.fetch(show?.xml ?? '', known)).status).toBe(304);
});

test('every address in a feed answers: episodes whole and in parts, chapters, picture', async () => {
  await using web = await start(NIGHT);
  const [show] = await list(web, 'dance');
  const feed = parseFeed(await (await web.fetch(show?.xml ?? '')).text());
  const path = (address: string | undefined) => (address ?? '').replace(ORIGIN, '');
  for (const { enclosure } of feed?.items ?? []) {
    const whole = await web.fetch(path(enclosure.url));
    expect(whole.headers.get('content-type')).toBe(enclosure.type);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.length).toBe(enclosure.length);
    const part = await web.fetch(path(enclosure.url), { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    const head = await web.fetch(path(enclosure.url), { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    const known = { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } };
    expect((await web.fetch(path(enclosure.url), known)).status).toBe(304);
  }
  const chapters = await web.fetch(path(feed?.items[0]?.podcastChapters?.url));
  expect(chapters.headers.get('content-type')).toBe('application/json+chapters');
  expect(await chapters.json()).toEqual({
    version: '1.2.0',
    chapters: [
      { startTime: 0, title: 'Début' },
      { startTime: 1.2, title: 'Fin' },
    ],
  });
  const cover = await web.fetch(path(feed?.itunesImage));
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('nothing else of the station folder can be fetched', async () => {
  await using web = await start({ ...NIGHT, name: 'nuit' });
  for (const path of [
    '/podcasts/nuit/show.yaml',
    '/podcasts/nuit/bad.mp3',
    '/podcasts/nuit/one_two%20%231.mp3.chapters.json',
    '/podcasts/nuit/..%2f..%2fstation.yaml',
    '/podcasts/none.xml',
    '/podcasts/none/two.mp3',
    '/podcasts/nuit/',
  ])
    expect([path, (await web.fetch(path)).status]).toEqual([path, 404]);
});

test('a show and its files are found under names whose accents are written in one sign or in two [W221]', async () => {
  const [mac, typed] = ['Été'.normalize('NFD'), 'Été'.normalize('NFC')];
  const [file, typedFile] = ['début.mp3'.normalize('NFD'), 'début.mp3'.normalize('NFC')];
  const yaml = 'title: Été\nstream: dance\nimage: à.jpg\n';
  const picture = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
  await using web = await start(
    {
      name: mac,
      yaml,
      episodes: { [file]: { title: 'Un', date: '2026-07-01', chapters: [{ startMs: 0, title: 'A' }] } },
      files: { ['à.jpg'.normalize('NFD')]: picture },
    },
    { name: 'Noël'.normalize('NFD'), yaml: 'title: one\nstream: dance\n' },
    { name: 'Noël'.normalize('NFC'), yaml: 'title: another\nstream: dance\n' },
  );
  const ask = (...names: string[]) => web.fetch(`/podcasts/${names.map(encodeURIComponent).join('/')}`);
  const feeds = await Promise.all([mac, typed].map(async (name) => (await ask(`${name}.xml`)).text()));
  expect(feeds[1]).toBe(feeds[0]);
  expect(feeds[0]).toContain('<title>Un</title>');
  for (const name of [typedFile, `${typedFile}.chapters.json`, 'à.jpg'.normalize('NFC')])
    expect([name, (await ask(typed, name)).status]).toEqual([name, 200]);
  const titles = (['NFD', 'NFC'] as const).map(async (form) =>
    (await ask(`${'Noël'.normalize(form)}.xml`)).text(),
  );
  expect(await Promise.all(titles)).toEqual([
    expect.stringContaining('<title>one</title>'),
    expect.stringContaining('<title>another</title>'),
  ]);
});

test('the same episodes give the same feed, byte for byte, after a restart', async () => {
  const texts: string[] = [];
  for (let run = 0; run < 2; run++) {
    await using web = await start({
      name: 'nuit',
      yaml: 'title: Nuit\nstream: dance\n',
      episodes: { 'a.mp3': { title: 'A', date: '2026-07-01' } },
    });
    texts.push(await (await web.fetch('/podcasts/nuit.xml')).text());
  }
  expect(texts[0]).toBe(texts[1]);
  expect(parseFeed(texts[0] ?? '')).toMatchObject({
    title: 'Nuit',
    author: 'Onde',
    description: 'Nuit',
    itunesImage: `${ORIGIN}/logo-dance.png`,
    itunesCategory: ['Music'],
    explicit: false,
  });
});

test('a show without episodes yet is a feed all the same', async () => {
  await using web = await start({ name: 'soon', yaml: 'title: Bientôt\nstream: hits\n' });
  const response = await web.fetch('/podcasts/soon.xml');
  const xml = await response.text();
  expect(response.status).toBe(200);
  expect(xml).not.toContain('<item');
  expect(xml).toContain('<title>Bientôt</title>');
});

test('while new episodes are looked into for the first time, callers are asked to come back', async () => {
  let go = '';
  await using web = await startWeb({
    async writeStation(stationDir) {
      go = join(stationDir, 'go');
      // The process that looks into them waits for that.
      vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(untilThere(go))}`);
      const folder = join(stationDir, 'podcasts', 'nuit');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'show.yaml'), 'title: Nuit\nstream: dance\n');
      await writeEpisode(join(folder, 'a.mp3'), 2);
    },
  });
  const listed = await web.call('podcasts', { version: 'dance' });
  expect(listed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(listed.headers.get('retry-after')).toBe('5');
  const feed = await web.fetch('/podcasts/nuit.xml');
  expect([feed.status, feed.headers.get('retry-after')]).toEqual([503, '5']);
  // A list of the pages that lacks those of podcasts is kept by nobody, here neither.
  const pages = async () => {
    const answer = await web.fetch('/sitemaps/pages.xml');
    const hasPodcasts = (await answer.text()).includes('/fr/dance/page-podcast.html');
    return [answer.status, answer.headers.get('cache-control'), hasPodcasts];
  };
  expect(await pages()).toEqual([200, 'no-store', false]);
  await writeFile(go, '');
  await vi.waitFor(async () => expect(await list(web, 'dance')).toHaveLength(1), PATIENT);
  expect(await pages()).toEqual([200, 'public, max-age=3600', true]);
});

/** A module that has been loaded when there is this file. */
function untilThere(path: string): string {
  return `import { existsSync } from 'node:fs';
    while (!existsSync(${JSON.stringify(path)})) await new Promise((next) => setTimeout(next, 20));`;
}
