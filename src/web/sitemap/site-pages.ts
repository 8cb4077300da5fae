import { LANGUAGES, type Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM, SCHEDULED_STREAMS, STREAM_IDS } from '#src/contract/streams.ts';
import { homePath, type StreamPage, streamPagePath } from '#src/page/address/paths.ts';

/** Pages that each stream has of its own. */
const OF_EACH: readonly StreamPage[] = ['page-search.html', 'page-top20.html', 'page-last20.html'];
const OF_SCHEDULED: readonly StreamPage[] = ['page-podcast.html', 'page-grille.html'];
/** Pages that say the same below each stream. The legal notice is in French alone. */
const OF_STATION: readonly StreamPage[] = ['page-ecoute.html', 'page-contact.html', 'page-don.html'];

/** Every page that stands by itself, as its path in each language. */
export function sitePages(): Partial<Record<Language, string>>[] {
  const inAll = (path: (language: Language) => string) =>
    Object.fromEntries(LANGUAGES.map((language) => [language, path(language)]));
  const page = (streamId: (typeof STREAM_IDS)[number], name: StreamPage) =>
    inAll((language) => streamPagePath(language, streamId, name));
  return [
    inAll((language) => homePath(language, null)),
    ...STREAM_IDS.map((streamId) => inAll((language) => homePath(language, streamId))),
    ...STREAM_IDS.flatMap((streamId) => OF_EACH.map((name) => page(streamId, name))),
    ...SCHEDULED_STREAMS.flatMap((streamId) => OF_SCHEDULED.map((name) => page(streamId, name))),
    ...OF_STATION.map((name) => page(DEFAULT_STREAM, name)),
    { fr: streamPagePath('fr', DEFAULT_STREAM, 'page-mentions-legales.html') },
  ];
}
