import { createHash } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { Chapter } from '#src/station/podcasts/episode-finding.ts';
import type { Episode, PodcastShow } from '#src/station/podcasts/podcast-show.ts';

export const FEED_TYPE = 'application/rss+xml; charset=utf-8';
/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/chapters/jsonChapters.md */
export const CHAPTERS_TYPE = 'application/json+chapters';
const PODCAST_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
});

/**
 * The feed of a show: RSS 2.0 with the elements of Apple Podcasts and of Podcasting 2.0. Two feeds of the
 * same episodes are the same bytes.
 * @see https://help.apple.com/itc/podcasts_connect/#/itcb54353390
 * @see https://github.com/Podcastindex-org/podcast-namespace
 */
export function podcastFeed(show: PodcastShow, station: StationConfig, origin: string): string {
  const self = `${origin}${feedAddress(show.name)}`;
  const author = show.author || station.name;
  const { email } = station.association;
  const [newest] = show.episodes;
  const image = imageAddress(show, station, origin);
  const channel = {
    title: show.title,
    link: pageAddress(show, origin),
    'atom:link': { '@href': self, '@rel': 'self', '@type': 'application/rss+xml' },
    description: show.description || show.title,
    language: show.language,
    generator: 'Onde',
    ...(newest && { lastBuildDate: new Date(newest.publishedMs).toUTCString() }),
    image: { url: image, title: show.title, link: pageAddress(show, origin) },
    'itunes:author': author,
    ...(email !== '' && { 'itunes:owner': { 'itunes:name': author, 'itunes:email': email } }),
    'itunes:image': { '@href': image },
    'itunes:category': {
      '@text': show.category.main,
      ...(show.category.narrow !== null && { 'itunes:category': { '@text': show.category.narrow } }),
    },
    'itunes:explicit': String(show.explicit),
    'itunes:type': 'episodic',
    'podcast:guid': podcastGuid(self),
    'podcast:medium': 'podcast',
    item: show.episodes.map((episode) => itemOf(show, episode, origin)),
  };
  const rss = {
    '@version': '2.0',
    '@xmlns:atom': 'http://www.w3.org/2005/Atom',
    '@xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    '@xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
    channel,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(writable({ rss }))}`;
}

/** The chapters of an episode as their own document. */
export function chaptersDocument(chapters: readonly Chapter[]): string {
  return JSON.stringify({
    version: '1.2.0',
    chapters: chapters.map(({ startSeconds, title }) => ({ startTime: startSeconds, title })),
  });
}

function itemOf(show: PodcastShow, episode: Episode, origin: string) {
  const { file, title, description, guid, publishedMs, sizeBytes, contentType, durationSeconds } = episode;
  return {
    title,
    description: description || title,
    guid: { '@isPermaLink': 'false', '#text': guid },
    pubDate: new Date(publishedMs).toUTCString(),
    enclosure: {
      '@url': `${origin}${showFileAddress(show.name, file)}`,
      '@length': String(sizeBytes),
      '@type': contentType,
    },
    'itunes:duration': String(Math.max(1, Math.round(durationSeconds))),
    'itunes:explicit': String(show.explicit),
    ...(episode.chapters.length > 0 && {
      'podcast:chapters': { '@url': `${origin}${chaptersAddress(show.name, file)}`, '@type': CHAPTERS_TYPE },
    }),
  };
}

/** The show's own picture, else the logo of its stream. */
function imageAddress(show: PodcastShow, station: StationConfig, origin: string): string {
  if (show.image !== null && 'address' in show.image) return show.image.address;
  if (show.image !== null) return `${origin}${showFileAddress(show.name, show.image.file)}`;
  const stream = station.streams.find(({ id }) => id === show.streams[0]) ?? station.streams[0];
  return `${origin}/logo-${stream?.image ?? DEFAULT_STREAM}.png`;
}

function pageAddress({ language, streams }: PodcastShow, origin: string): string {
  const spoken = language.slice(0, 2);
  const reader = isLanguage(spoken) ? spoken : DEFAULT_LANGUAGE;
  return `${origin}${streamPagePath(reader, streams[0] ?? DEFAULT_STREAM, 'page-podcast.html')}`;
}

/** UUID version 5 of the feed's address without its scheme, as the podcast namespace lays down. */
function podcastGuid(feed: string): string {
  const name = feed.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  const namespace = Buffer.from(PODCAST_NAMESPACE.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Leaves out the control characters that XML 1.0 cannot write. */
function writable(value: unknown): unknown {
  if (typeof value === 'string')
    return value.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '');
  if (Array.isArray(value)) return value.map(writable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, writable(held)]));
}

/** `/podcasts/{show}.xml` */
export function feedAddress(show: string): string {
  return `/podcasts/${encodeURIComponent(show)}.xml`;
}

/** An episode, or a picture, of a show. */
export function showFileAddress(show: string, file: string): string {
  return `/podcasts/${encodeURIComponent(show)}/${encodeURIComponent(file)}`;
}

/** The ending that an episode's address gets for its chapters. */
export const CHAPTERS_ENDING = '.chapters.json';

function chaptersAddress(show: string, file: string): string {
  return `${showFileAddress(show, file)}${CHAPTERS_ENDING}`;
}
