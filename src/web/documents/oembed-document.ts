import { escapeXml } from '#src/contract/escape-xml.ts';
import { EMBED, EMBED_MIN, MEDIA_KEPT_SECONDS, SHARE_IMAGE } from '#src/contract/limits.ts';
import { slugOf } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { type EmbeddedPage, embeddedPage } from '#src/page/address/embedded-page.ts';
import { momentSlug, readInstant } from '#src/page/address/moment-address.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { findMoment } from '#src/records/plays/find-plays.ts';
import { findKnownArtist } from '#src/records/songs/find-artist.ts';
import { findSong } from '#src/records/songs/find-song.ts';
import type { Biographies } from '#src/station/biographies/biographies.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { documentAnswer } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

const CACHE_CONTROL = `public, max-age=${MEDIA_KEPT_SECONDS}`;
const LIMITS = ['maxwidth', 'maxheight'] as const;

interface OembedServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly content: { readonly biographies: Biographies };
  readonly settings: { readonly origin: string };
  station(): StationConfig;
}

/**
 * `/oembed?url=` [W105]: how another site frames a stream, for every page below it, its small player and its
 * embed.
 * @see https://oembed.com
 */
export async function oembedDocument(request: Request, services: OembedServices): Promise<Response> {
  const { settings, station } = services;
  const asked = new URL(request.url).searchParams;
  const format = asked.get('format') || 'json';
  if (format !== 'json' && format !== 'xml') return plainAnswer(501, 'The format must be json or xml.');
  const address = asked.get('url');
  if (address === null || address === '')
    return plainAnswer(400, 'The parameter url is missing: the address of a page of this site.');
  const [maxWidth, maxHeight] = LIMITS.map((name) => lengthOf(asked.get(name)));
  if (maxWidth === undefined || maxHeight === undefined)
    return plainAnswer(400, 'maxwidth and maxheight must be whole numbers of pixels.');
  const page = pageOf(address, settings.origin);
  const picture = page && (await pictureOf(page, services));
  const { name, streams } = station();
  const stream = streams.find(({ id }) => id === page?.streamId);
  if (page === null || picture === null || stream === undefined)
    return plainAnswer(404, 'This is not the address of a page below a stream of this site.');
  const size = { width: Math.min(EMBED.width, maxWidth), height: Math.min(EMBED.height, maxHeight) };
  const isRoomy = size.width >= EMBED_MIN.width && size.height >= EMBED_MIN.height;
  const query = languageQuery(page);
  const facts = {
    version: '1.0',
    type: isRoomy ? 'rich' : 'link',
    title: stream.name,
    provider_name: name,
    provider_url: settings.origin,
    cache_age: MEDIA_KEPT_SECONDS,
    ...(SHARE_IMAGE.width <= maxWidth &&
      SHARE_IMAGE.height <= maxHeight && {
        thumbnail_url: settings.origin + picture,
        thumbnail_width: SHARE_IMAGE.width,
        thumbnail_height: SHARE_IMAGE.height,
      }),
    ...(isRoomy && {
      ...size,
      html: frameOf(`${settings.origin}/embed/${stream.id}${query}`, stream.name, size),
    }),
  };
  return format === 'xml'
    ? documentAnswer(request, xmlOf(facts), {
        contentType: 'text/xml; charset=utf-8',
        cacheControl: CACHE_CONTROL,
      })
    : documentAnswer(request, JSON.stringify(facts), {
        contentType: 'application/json; charset=utf-8',
        cacheControl: CACHE_CONTROL,
      });
}

/** Any length without a parameter; undefined for a parameter that is no length. */
function lengthOf(text: string | null): number | undefined {
  if (text === null || text === '') return Number.POSITIVE_INFINITY;
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** Null for an address of another site, and for those of ours that nobody frames. */
function pageOf(address: string, origin: string): EmbeddedPage | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || host !== new URL(origin).host) return null;
  return embeddedPage(pathname, searchParams.get('lang'));
}

/** The path of the picture beside a link to the page [R12]; null when there is nothing at its address. */
async function pictureOf(page: EmbeddedPage, services: OembedServices): Promise<string | null> {
  const { streamId, about } = page;
  if (about === null) return `/og/stream/${streamId}.png${languageQuery(page)}`;
  const slug = await slugAt(streamId, about, services);
  return slug && `/og/${about.kind}/${encodeURIComponent(slug)}.png`;
}

async function slugAt(
  streamId: EmbeddedPage['streamId'],
  { kind, name }: NonNullable<EmbeddedPage['about']>,
  services: OembedServices,
): Promise<string | null> {
  const { db, clock } = services;
  if (kind === 'track') return (await findSong(db, name))?.slug ?? null;
  if (kind === 'artist') {
    const artist = await findKnownArtist(services, name, 1);
    return artist && slugOf(artist.name);
  }
  const instantMs = readInstant(name);
  if (instantMs === null) return null;
  const at = { streamId, instantMs };
  return (await findMoment(db, at, clock.nowMs())) && momentSlug(at);
}

function languageQuery({ language }: EmbeddedPage): string {
  return language === null ? '' : `?lang=${language}`;
}

function frameOf(
  address: string,
  title: string,
  { width, height }: { width: number; height: number },
): string {
  return `<iframe src="${escapeXml(address)}" title="${escapeXml(title)}" width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`;
}

function xmlOf(facts: Readonly<Record<string, string | number>>): string {
  const elements = Object.entries(facts).map(
    ([key, value]) => `<${key}>${escapeXml(String(value))}</${key}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}
