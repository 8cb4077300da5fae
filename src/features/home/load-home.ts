import type { DehydratedState } from '@tanstack/react-query';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { historyQuery } from '#src/features/history/history.query.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import type { PageServices } from '#src/page/page-services.ts';
import { loadOnServer } from '#src/page/wire/load-on-server.ts';
import { latestTracksQuery } from './latest-tracks.query.ts';

/** Loads the home page's data of a stream, for the document. */
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
