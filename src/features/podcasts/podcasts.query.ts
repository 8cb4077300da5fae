import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { PodcastShowRow } from './podcasts.wire.ts';

const importSchema = async () => (await import('./podcasts.wire.ts')).podcastShowsSchema;

/** A stream's shows, by title. `version`: the stream's key. */
export function podcastsQuery(version: string, language: Language): PageQuery<PodcastShowRow[]> {
  return wireQuery('podcasts', { version }, language, importSchema);
}
