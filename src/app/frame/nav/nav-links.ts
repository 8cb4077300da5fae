import { isLanguage, type Language } from '#src/contract/languages.ts';
import { isStreamId, SCHEDULED_STREAMS, type StreamId } from '#src/contract/streams.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { homePath, type StreamPage, streamPagePath } from '#src/page/address/paths.ts';

export interface NavLink {
  readonly text: TextKey;
  /** What follows language and stream; empty for home. */
  readonly page: StreamPage | '';
  /** The streams that have it; all of them when left out [R3]. */
  readonly streams?: readonly StreamId[];
}

export const MAIN_LINKS: readonly NavLink[] = [
  { text: 'frame.nav.home', page: '' },
  { text: 'frame.nav.listen', page: 'page-ecoute.html' },
  { text: 'frame.nav.podcasts', page: 'page-podcast.html', streams: SCHEDULED_STREAMS },
  { text: 'frame.nav.schedule', page: 'page-grille.html', streams: SCHEDULED_STREAMS },
];

export const EXTRA_LINKS: readonly NavLink[] = [
  { text: 'frame.nav.what-was-that', page: 'page-search.html' },
  { text: 'frame.nav.top20', page: 'page-top20.html' },
  { text: 'frame.nav.latest', page: 'page-last20.html' },
];

export const PLUS_LINKS: readonly NavLink[] = [
  { text: 'frame.nav.contact', page: 'page-contact.html' },
  { text: 'frame.nav.donate', page: 'page-don.html' },
  { text: 'frame.nav.legal', page: 'page-mentions-legales.html' },
];

/** The links that a stream has. */
export function linksOf(links: readonly NavLink[], streamId: StreamId): NavLink[] {
  return links.filter(({ streams }) => streams === undefined || streams.includes(streamId));
}

export function addressOf(link: NavLink, language: Language, streamId: StreamId): string {
  return link.page === '' ? homePath(language, streamId) : streamPagePath(language, streamId, link.page);
}

/**
 * The part of an address after language and stream: the same for a page in every language and on every
 * stream.
 */
export function pageOfPath(pathname: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (isLanguage(segments[0])) segments.shift();
  if (isStreamId(segments[0])) segments.shift();
  return segments.join('/');
}
