import { type PageQuery, wireQuery } from '#src/features/wire-client/page-query.ts';
import type { Language } from '#src/spec/languages.ts';
import type { PodcastShowRow } from './podcasts.wire.ts';

const importSchema = async () => (await import('./podcasts.wire.ts')).podcastShowsSchema;

/** A stream's shows, by title. `version`: the stream's key. */
export function podcastsQuery(version: string, language: Language): PageQuery<PodcastShowRow[]> {
  return wireQuery('podcasts', { version }, language, importSchema);
}
