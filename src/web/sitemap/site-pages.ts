import { LANGUAGES, type Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { homePath, type StreamPage, streamPagePath } from '#src/page/address/paths.ts';
import type { Podcasts } from '#src/station/podcasts/podcast-show.ts';
import type { Schedules } from '#src/station/schedule/schedules.ts';

/** Pages that each stream has of its own. */
const OF_EACH: readonly StreamPage[] = ['page-search.html', 'page-top20.html', 'page-last20.html'];
/** Pages that say the same below each stream. The legal notice is in French alone. */
const OF_STATION: readonly StreamPage[] = ['page-ecoute.html', 'page-contact.html', 'page-don.html'];

/** Every page that stands by itself and holds something, as its path in each language. */
export function sitePages(content: {
  readonly podcasts: Podcasts;
  readonly schedules: Schedules;
}): Partial<Record<Language, string>>[] {
  const shows = [...(content.podcasts?.values() ?? [])];
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
    ...STREAM_IDS.filter((id) => content.schedules.has(id)).map((id) => page(id, 'page-grille.html')),
    ...OF_STATION.map((name) => page(DEFAULT_STREAM, name)),
    { fr: streamPagePath('fr', DEFAULT_STREAM, 'page-mentions-legales.html') },
  ];
}
