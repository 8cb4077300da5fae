import * as z from 'zod/mini';
import { type PageQuery, wireQuery } from '#src/features/wire-client/page-query.ts';
import type { Language } from '#src/spec/languages.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/spec/streams.ts';

const HISTORY_COUNT = 4;

const playedTrackSchema = z.object({
  artist: z.string(),
  title: z.string(),
  slug: z.string(),
  pochette: z.string(),
  started_at: z.string(),
});
export type PlayedTrack = z.infer<typeof playedTrackSchema>;

/** What played before on a stream, newest first, without what is on air (`history` of the wire). */
export function historyQuery(streamId: StreamId, language: Language): PageQuery<PlayedTrack[]> {
  const parameters = { version: STREAM_VERSIONS[streamId], limit: String(HISTORY_COUNT) };
  return wireQuery('history', parameters, language, z.array(playedTrackSchema));
}
