import type { DehydratedState } from '@tanstack/react-query';
import { nowPlayingQuery } from '#src/features/on-air/now-playing.query.ts';
import { historyQuery } from '#src/features/player/history.query.ts';
import { loadOnServer } from '#src/features/wire-client/load-on-server.ts';
import type { Language } from '#src/spec/languages.ts';
import type { StreamId } from '#src/spec/streams.ts';
import type { PageServices } from '#src/web/page-services.ts';
import { latestTracksQuery } from './latest-tracks.query.ts';

/** What the home page shows of a stream, for the document. */
export function loadHome(
  services: PageServices,
  streamId: StreamId,
  language: Language,
): Promise<DehydratedState> {
  const { version = '' } = services.station().streams.find(({ id }) => id === streamId) ?? {};
  const onAir = services.nowPlaying().find((track) => track.version === version);
  const history = historyQuery(version, language);
  return loadOnServer(services, [
    nowPlayingQuery,
    latestTracksQuery(version, language),
    { ...history, queryKey: [...history.queryKey, onAir?.started_at ?? null] },
  ]);
}
