import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { LANGUAGES } from '#src/contract/languages.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { sitemapAnswers } from '#src/web/sitemap/sitemap-answer.ts';
import { THINGS_A_PART } from '#src/web/sitemap/sitemap-parts.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const ORIGIN = 'https://onde.example.org';
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['url', 'sitemap', 'xhtml:link'].includes(name),
});
const linkSchema = z.object({ '@_hreflang': z.string(), '@_href': z.string() });
const urlSchema = z.object({
  loc: z.string(),
  lastmod: z.string().optional(),
  'xhtml:link': z.array(linkSchema).optional(),
});
const indexSchema = z.object({ sitemapindex: z.object({ sitemap: z.array(urlSchema) }) });
const partSchema = z.object({ urlset: z.object({ url: z.array(urlSchema) }) });

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({ environment: { ORIGIN }, writeStation });
  await web.data.addMedia(
    mediaRecord(1, 'Nova Kessler', 'Midnight Ferry'),
    mediaRecord(2, 'Nova Kessler', 'Harbour Lights'),
    mediaRecord(3, "Fish & Chips' <Band>", '風', 'club'),
  );
  await web.drain();
});
afterAll(() => web[Symbol.asyncDispose]());

/** Biographies of somebody whom the radio plays and of somebody whom it does not, and a schedule. */
async function writeStation(stationDir: string): Promise<void> {
  await writeBiographies(stationDir, ['Nova Kessler', 'Koda Merle']);
  await mkdir(join(stationDir, 'schedule'));
  const week = '<week><event><day>1</day><hour>8</hour><nom>Matin</nom><couleur>1</couleur></event></week>';
  await writeFile(join(stationDir, 'schedule', 'weekClub.xml'), week);
  // Its page says that there is none.
  await writeFile(join(stationDir, 'schedule', 'weekHits.xml'), '<week></week>');
}

async function writeBiographies(stationDir: string, artists: readonly string[]): Promise<void> {
  for (const artist of artists) {
    const folder = join(stationDir, 'biographies', artist);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'en.md'), 'From the coast.');
  }
}

async function read(path: string) {
  const response = await web.fetch(path.replace(ORIGIN, ''));
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  return parser.parse(await response.text()) as unknown;
}
const parts = async () => indexSchema.parse(await read('/sitemap.xml')).sitemapindex.sitemap;
const urls = async (name: string) => partSchema.parse(await read(`/sitemaps/${name}.xml`)).urlset.url;

test('robots are told where the sitemap is, and it lists its parts', async () => {
  const robots = await (await web.fetch('/robots.txt')).text();
  expect(robots).toMatch(new RegExp(`^Sitemap: ${ORIGIN}/sitemap\\.xml$`, 'm'));
  const found = await parts();
  expect(found.map(({ loc }) => loc)).toEqual(
    ['pages', 'tracks-1', 'artists-1'].map((name) => `${ORIGIN}/sitemaps/${name}.xml`),
  );
  expect(found[1]?.lastmod).toBe(new Date(Date.UTC(2026, 10, 1) + 3000).toISOString());
});

test('pages come in eight languages, each with the others beside it', async () => {
  const pages = await urls('pages');
  const home = pages.find(({ loc }) => loc === `${ORIGIN}/de/hits`);
  expect(home?.['xhtml:link']).toHaveLength(LANGUAGES.length + 1);
  expect(home?.['xhtml:link']?.at(-1)).toEqual({
    '@_hreflang': 'x-default',
    '@_href': `${ORIGIN}/fr/hits`,
  });
  const locations = pages.map(({ loc }) => loc);
  expect(new Set(locations).size).toBe(locations.length);
  expect(locations).toContain(`${ORIGIN}/ru/90s/page-top20.html`);
  expect(locations).not.toContain(`${ORIGIN}/fr/90s/page-podcast.html`);
  expect(locations.filter((loc) => loc.includes('mentions-legales'))).toHaveLength(1);
  // Those of dance and hits would say that there is none.
  expect(locations.filter((loc) => /^.*\/fr\/\w+\/page-(grille|podcast)\.html$/.test(loc))).toEqual([
    `${ORIGIN}/fr/club/page-grille.html`,
  ]);
  expect(locations.filter((loc) => loc.includes('/biography/'))).toEqual(
    LANGUAGES.map((language) => `${ORIGIN}/${language}/dance/biography/Koda%20Merle`),
  );
});

test('an artist whose folder is named with `_` for `/` is there once, under the name that is played', async () => {
  await using slashed = await startWeb({
    environment: { ORIGIN },
    writeStation: (stationDir) => writeBiographies(stationDir, ['AC_DC']),
  });
  await slashed.data.addMedia(mediaRecord(1, 'AC/DC', 'Thunderstruck'));
  await slashed.drain();
  const french = async (name: string) =>
    (await (await slashed.fetch(`/sitemaps/${name}.xml`)).text()).match(
      /(?<=\/fr\/dance\/biography\/)[^<]+/g,
    );
  expect(await french('pages')).toBeNull();
  expect(await french('artists-1')).toEqual(['AC%2FDC']);
});

test('an artist is there as the page writes the name: by the text about them, or as played last', async () => {
  await using spelt = await startWeb({
    environment: { ORIGIN },
    async writeStation(stationDir) {
      const folder = join(stationDir, 'biographies', 'Beyonce');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'en.md'), 'name: Beyoncé\n\nFrom Houston.');
    },
  });
  const [accented, plain] = [mediaRecord(2, 'Céline Dion', 'One'), mediaRecord(3, 'Celine Dion', 'Two')];
  await spelt.data.addMedia(mediaRecord(1, 'BEYONCE', 'Halo'), accented, plain);
  await spelt.data.play(
    journalEntry(accented, 'dance', NOON_MS - 3_600_000),
    journalEntry(plain, 'dance', NOON_MS - 600_000),
  );
  await spelt.drain();
  const part = await (await spelt.fetch('/sitemaps/artists-1.xml')).text();
  expect(part.match(/(?<=\/fr\/dance\/biography\/)[^<]+/g)).toEqual(['Beyonc%C3%A9', 'Celine%20Dion']);
});

test('each track and each artist is there once in each language, none of them broken by its name', async () => {
  const tracks = await urls('tracks-1');
  expect(tracks).toHaveLength(3 * LANGUAGES.length);
  expect(tracks[0]).toEqual({
    loc: `${ORIGIN}/fr/dance/info-titre/nova-kessler-midnight-ferry`,
    lastmod: new Date(Date.UTC(2026, 10, 1) + 1000).toISOString(),
  });
  const artists = await urls('artists-1');
  expect(artists).toHaveLength(2 * LANGUAGES.length);
  expect(artists.map(({ loc }) => loc)).toContain(
    `${ORIGIN}/en/dance/biography/Fish%20%26%20Chips'%20%3CBand%3E`,
  );
});

test('members are not listed, and no part that is not there is made', async () => {
  for (const name of ['members-1', 'tracks-0', 'tracks-2', 'tracks', 'tracks-1x', 'index', '..%2Findex'])
    expect([name, (await web.fetch(`/sitemaps/${name}.xml`)).status]).toEqual([name, 404]);
});

test('tracks of nobody known make no part of artists, which would be empty', async () => {
  await using unnamed = await startWeb({ environment: { ORIGIN } });
  await unnamed.data.addMedia(mediaRecord(1, '', 'Jam of the Evening'));
  await unnamed.drain();
  const index = await (await unnamed.fetch('/sitemap.xml')).text();
  expect(index).toContain('/sitemaps/tracks-1.xml');
  expect(index).not.toContain('/sitemaps/artists-1.xml');
  expect((await unnamed.fetch('/sitemaps/artists-1.xml')).status).toBe(404);
});

test('it is kept for an hour by any clock, and a large catalogue has more parts', async () => {
  const before = await urls('tracks-1');
  const rows = Array.from({ length: THINGS_A_PART }, (_, at) => ({
    full_title: `Ed - Song ${at}`,
    folded: `ed - song ${at}`,
    artist: 'Ed',
    artist_folded: 'ed',
    title: `Song ${at}`,
    slug: `ed-song-${at}`,
    added_ms: 1,
    first_played_ms: null,
  }));
  for (let at = 0; at < rows.length; at += 1000)
    await web.services.db
      .insertInto('songs')
      .values(rows.slice(at, at + 1000))
      .execute();
  expect(await urls('tracks-1')).toHaveLength(before.length);
  expect(await parts()).toHaveLength(3);
  // What is kept may be thrown away at any time, and a clock be set back by a month.
  await rm(web.data.folder.cache, { recursive: true, force: true });
  expect(await parts()).toHaveLength(3);
  web.clock.setWallClock(web.clock.nowMs() - 30 * 86_400_000);
  web.clock.advance(3_600_000);
  expect((await parts()).map(({ loc }) => loc)).toContain(`${ORIGIN}/sitemaps/tracks-2.xml`);
  expect(await urls('tracks-1')).toHaveLength(THINGS_A_PART * LANGUAGES.length);
  expect(await urls('tracks-2')).toHaveLength(before.length);
});

test('while the disk takes nothing it is told once, and the database not read for each request', async () => {
  await using full = await startWeb({ environment: { ORIGIN } });
  await full.data.addMedia(mediaRecord(1, 'Nova Kessler', 'Midnight Ferry'));
  await full.drain();
  const place = join(full.data.folder.cache, 'sitemaps');
  await mkdir(full.data.folder.cache, { recursive: true });
  await writeFile(place, 'no folder');
  const told: string[] = [];
  let asked = 0;
  const sitemap = sitemapAnswers({
    ...full.services,
    db: full.services.db.withPlugin({
      transformQuery({ node }) {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
  });
  const ask = async (name?: string) => {
    const request = new Request(`${ORIGIN}/sitemap.xml`);
    const response = await (name === undefined ? sitemap.index(request) : sitemap.part(request, name));
    return [response.status, response.headers.get('retry-after')];
  };
  for (const name of [undefined, 'tracks-1']) expect(await ask(name)).toEqual([503, '5']);
  const askedBefore = asked;
  for (const name of [undefined, 'tracks-1', 'artists-1', 'pages'])
    expect(await ask(name)).toEqual([503, '5']);
  expect(asked).toBe(askedBefore);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('free the disk of DATA_DIR');
  await rm(place);
  // Resting.
  expect(await ask('tracks-1')).toEqual([503, '5']);
  full.clock.advance(5_000);
  expect(await ask('tracks-1')).toEqual([200, null]);
  // An hour later the disk is full, and what lies there is sent.
  full.clock.advance(3_600_000);
  await symlink('/dev/full', join(place, `tracks-1.xml.${process.pid}.new`));
  expect(await ask('tracks-1')).toEqual([200, null]);
  const askedOnce = asked;
  expect(await ask('tracks-1')).toEqual([200, null]);
  expect(asked).toBe(askedOnce);
  full.clock.advance(10_000);
  expect(await ask('tracks-1')).toEqual([200, null]);
  expect(asked).toBeGreaterThan(askedOnce);
  expect(told).toHaveLength(2);
  expect(told[1]).toMatch(/"failures":2,.*the sitemap is kept again/);
});
