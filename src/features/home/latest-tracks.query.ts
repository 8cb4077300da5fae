import type { Language } from '#src/contract/languages.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { LatestTrack } from './latest-tracks.wire.ts';

const importSchema = async () => (await import('./latest-tracks.wire.ts')).latestTracksSchema;

/** The tracks that came to a stream last; `version` is the stream's key. */
export function latestTracksQuery(version: string, language: Language): PageQuery<LatestTrack[]> {
  return wireQuery('latest-tracks', { version }, language, importSchema);
}
