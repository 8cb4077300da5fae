import { type ExpressionBuilder, sql } from 'kysely';
import { escapeXml } from '#src/contract/escape-xml.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#src/contract/languages.ts';
import { SITEMAP_URLS_MAX } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { mainArtist } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import type { DatabaseSchema } from '#src/db/schema/database-schema.ts';
import { artistPath, homePath, type StreamPage, streamPagePath, trackPath } from '#src/page/address/paths.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { findKnownArtist } from '#src/records/songs/find-artist.ts';
import type { Biographies } from '#src/station/biographies/biographies.ts';
import type { Podcasts } from '#src/station/podcasts/podcast-show.ts';
import type { Schedules } from '#src/station/schedule/schedules.ts';

/** A document of the sitemap: which addresses it lists, and when the newest of them last changed. */
export interface SitemapPart {
  readonly name: string;
  readonly changedMs: number | null;
}

/** The part with what is neither a track nor an artist whom the radio plays. */
export const PAGES = 'pages';
/** Each thing has a page in each language. */
export const THINGS_A_PART = Math.floor(SITEMAP_URLS_MAX / LANGUAGES.length);
/** Read from the database at once. */
const ROWS_AT_ONCE = 500;
const URLSET =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** What the addresses come from. */
export interface SitemapServices {
  readonly db: Database;
  readonly settings: Pick<Settings, 'origin'>;
  readonly content: {
    readonly biographies: Biographies;
    readonly podcasts: Podcasts;
    readonly schedules: Schedules;
  };
}

/** The parts that there are now. */
export async function listParts(db: Database): Promise<SitemapPart[]> {
  const songs = await db
    .selectFrom('songs')
    .select(({ fn }) => [
      fn.countAll<number>().as('tracks'),
      // A part without an address is none that robots take.
      fn.count<number>('artist_folded').distinct().filterWhere('artist_folded', '!=', '').as('artists'),
    ])
    .select((eb) => eb.fn.max<number | null>(changedMs(eb)).as('changed_ms'))
    .executeTakeFirstOrThrow();
  const parts = (kind: string, count: number) =>
    Array.from({ length: Math.ceil(count / THINGS_A_PART) }, (_, at) => ({
      name: `${kind}-${at + 1}`,
      changedMs: songs.changed_ms,
    }));
  return [
    { name: PAGES, changedMs: null },
    ...parts('tracks', Number(songs.tracks)),
    ...parts('artists', Number(songs.artists)),
  ];
}

/** `/sitemap.xml`: the way to the parts. */
export function* writeIndex(parts: readonly SitemapPart[], origin: string): Iterable<string> {
  yield `${XML}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  for (const { name, changedMs } of parts)
    yield `<sitemap><loc>${escapeXml(`${origin}/sitemaps/${name}.xml`)}</loc>${lastmod(changedMs)}</sitemap>\n`;
  yield '</sitemapindex>\n';
}

/** The addresses of a part, a few hundred at a time. */
export async function* writePart(services: SitemapServices, name: string): AsyncIterable<string> {
  const { db, settings } = services;
  const { origin } = settings;
  yield XML + URLSET;
  const [kind, number = '1'] = name.split('-');
  const from = (Number(number) - 1) * THINGS_A_PART;
  if (kind === PAGES) {
    yield* pageUrls(origin, services);
    yield* describedUrls(origin, services);
  }
  if (kind === 'tracks') yield* trackUrls(db, origin, from);
  if (kind === 'artists') yield* artistUrls(services, origin, from);
  yield '</urlset>\n';
}

/** With the same page in the other languages beside each. */
function* pageUrls(origin: string, { content }: SitemapServices): Iterable<string> {
  for (const paths of sitePages(content)) {
    const inAll = Object.entries(paths);
    const others = [...inAll, ...(paths[DEFAULT_LANGUAGE] ? [['x-default', paths[DEFAULT_LANGUAGE]]] : [])];
    const alternates = others
      .map(
        ([language, path]) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(`${origin}${path}`)}"/>`,
      )
      .join('');
    for (const [, path] of inAll) yield url(`${origin}${path}`, null, inAll.length > 1 ? alternates : '');
  }
}

/** Artists whom the radio writes about and does not play. */
async function* describedUrls(origin: string, services: SitemapServices): AsyncIterable<string> {
  const described = new Set(services.content.biographies.values());
  for (const { name, folder } of described) {
    const artist = await findKnownArtist(services, name ?? folder, 1);
    if (artist === null || artist.songs.length > 0) continue;
    yield inAllLanguages(origin, null, (language) => artistPath(language, DEFAULT_STREAM, artist.name));
  }
}

/** The documents say their other languages themselves: here they would make a part nine times as large. */
async function* trackUrls(db: Database, origin: string, from: number): AsyncIterable<string> {
  const select = (offset: number, limit: number) =>
    db
      .selectFrom('songs')
      .select(['slug'])
      .select((eb) => changedMs(eb).as('changed_ms'))
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
  for await (const { slug, changed_ms } of inTurns(from, select))
    yield inAllLanguages(origin, changed_ms, (language) => trackPath(language, DEFAULT_STREAM, slug));
}

async function* artistUrls(services: SitemapServices, origin: string, from: number): AsyncIterable<string> {
  const select = (offset: number, limit: number) =>
    services.db
      .selectFrom('songs')
      .select((eb) => [
        eb.fn.max<string>('artist').as('artist'),
        eb.fn.max<number>(changedMs(eb)).as('changed_ms'),
      ])
      .where('artist_folded', '!=', '')
      .groupBy('artist_folded')
      .orderBy('artist_folded')
      .offset(offset)
      .limit(limit)
      .execute();
  for await (const { artist, changed_ms } of inTurns(from, select)) {
    const main = mainArtist(artist);
    // As the page writes it, whose one address this is.
    const name = (await findKnownArtist(services, main, 1))?.name ?? main;
    yield inAllLanguages(origin, changed_ms, (language) => artistPath(language, DEFAULT_STREAM, name));
  }
}

/** The rows of one part. */
async function* inTurns<Row>(
  from: number,
  select: (offset: number, limit: number) => Promise<Row[]>,
): AsyncIterable<Row> {
  const end = from + THINGS_A_PART;
  for (let offset = from; offset < end; offset += ROWS_AT_ONCE) {
    const limit = Math.min(ROWS_AT_ONCE, end - offset);
    const rows = await select(offset, limit);
    yield* rows;
    if (rows.length < limit) return;
  }
}

/** A song's page is new with the song, and again with its first play. */
function changedMs({ ref }: ExpressionBuilder<DatabaseSchema, 'songs'>) {
  const [added, played] = [ref('songs.added_ms'), ref('songs.first_played_ms')];
  return sql<number>`case when ${played} > ${added} then ${played} else ${added} end`;
}

function inAllLanguages(
  origin: string,
  changed: number | null,
  path: (language: Language) => string,
): string {
  return LANGUAGES.map((language) => url(`${origin}${path(language)}`, changed)).join('');
}

function url(address: string, changed: number | null, alternates = ''): string {
  return `<url><loc>${escapeXml(address)}</loc>${lastmod(changed)}${alternates}</url>\n`;
}

function lastmod(ms: number | null): string {
  return ms === null ? '' : `<lastmod>${new Date(ms).toISOString()}</lastmod>`;
}

/** Pages that each stream has of its own. */
const OF_EACH: readonly StreamPage[] = ['page-search.html', 'page-top20.html', 'page-last20.html'];
/** Pages that say the same below each stream. The legal notice is in French alone. */
const OF_STATION: readonly StreamPage[] = ['page-ecoute.html', 'page-contact.html', 'page-don.html'];

/** Every page that stands by itself and holds something, as its path in each language. */
function sitePages(content: {
  readonly podcasts: Podcasts;
  readonly schedules: Schedules;
}): Partial<Record<Language, string>>[] {
  const shows = [...(content.podcasts?.values() ?? [])];
  // An empty week is none to search engines.
  const hasWeek = (id: StreamId) => (content.schedules.get(id)?.length ?? 0) > 0;
  const hasShows = (id: StreamId) => shows.some(({ streams }) => streams.includes(id));
  const inAll = (path: (language: Language) => string) =>
    Object.fromEntries(LANGUAGES.map((language) => [language, path(language)]));
  const page = (streamId: (typeof STREAM_IDS)[number], name: StreamPage) =>
    inAll((language) => streamPagePath(language, streamId, name));
  return [
    inAll((language) => homePath(language, null)),
    ...STREAM_IDS.map((streamId) => inAll((language) => homePath(language, streamId))),
    ...STREAM_IDS.flatMap((streamId) => OF_EACH.map((name) => page(streamId, name))),
    ...STREAM_IDS.filter(hasShows).map((id) => page(id, 'page-podcast.html')),
    ...STREAM_IDS.filter(hasWeek).map((id) => page(id, 'page-grille.html')),
    ...OF_STATION.map((name) => page(DEFAULT_STREAM, name)),
    { fr: streamPagePath('fr', DEFAULT_STREAM, 'page-mentions-legales.html') },
  ];
}
