import type { PlayedTrack } from '#src/features/history/history.wire.ts';
import { type PageQuery, wireQuery } from '#src/features/wire-client/page-query.ts';
import type { Language } from '#src/spec/languages.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/spec/streams.ts';

const HISTORY_COUNT = 4;
const importSchema = async () => (await import('#src/features/history/history.wire.ts')).playedTracksSchema;

/** What played before on a stream, newest first, without what is on air (`history` of the wire). */
export function historyQuery(streamId: StreamId, language: Language): PageQuery<PlayedTrack[]> {
  const parameters = { version: STREAM_VERSIONS[streamId], limit: String(HISTORY_COUNT) };
  return wireQuery('history', parameters, language, importSchema);
}
