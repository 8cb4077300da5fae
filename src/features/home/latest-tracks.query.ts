import { type PageQuery, wireQuery } from '#src/features/wire-client/page-query.ts';
import type { Language } from '#src/spec/languages.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/spec/streams.ts';
import type { LatestTrack } from './latest-tracks.wire.ts';

const importSchema = async () => (await import('./latest-tracks.wire.ts')).latestTracksSchema;

/** The tracks that came to a stream last. */
export function latestTracksQuery(streamId: StreamId, language: Language): PageQuery<LatestTrack[]> {
  return wireQuery('latest-tracks', { version: STREAM_VERSIONS[streamId] }, language, importSchema);
}
