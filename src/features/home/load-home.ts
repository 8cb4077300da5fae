import type { DehydratedState } from '@tanstack/react-query';
import { nowPlayingQuery } from '#src/features/on-air/now-playing.query.ts';
import { historyQuery } from '#src/features/player/history.query.ts';
import { loadOnServer } from '#src/features/wire-client/load-on-server.ts';
import type { Language } from '#src/spec/languages.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/spec/streams.ts';
import type { PageServices } from '#src/web/page-services.ts';
import { latestTracksQuery } from './latest-tracks.query.ts';

/** What the home page shows of a stream, for the document. */
export function loadHome(
  services: PageServices,
  streamId: StreamId,
  language: Language,
): Promise<DehydratedState> {
  const onAir = services.nowPlaying().find((track) => track.version === STREAM_VERSIONS[streamId]);
  const history = historyQuery(streamId, language);
  return loadOnServer(services, [
    nowPlayingQuery,
    latestTracksQuery(streamId, language),
    { ...history, queryKey: [...history.queryKey, onAir?.started_at ?? null] },
  ]);
}
