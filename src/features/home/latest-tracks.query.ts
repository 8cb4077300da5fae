import { type PageQuery, wireQuery } from '#src/features/wire-client/page-query.ts';
import type { Language } from '#src/spec/languages.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/spec/streams.ts';
import { type LatestTrack, latestTracksSchema } from './latest-tracks.wire.ts';

/** The tracks that came to a stream last. */
export function latestTracksQuery(streamId: StreamId, language: Language): PageQuery<LatestTrack[]> {
  return wireQuery('latest-tracks', { version: STREAM_VERSIONS[streamId] }, language, latestTracksSchema);
}
