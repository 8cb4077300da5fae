import { type NowPlaying, nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { documentQuery } from '#src/features/wire-client/page-query.ts';
import { TRACK_REFRESH_MS } from '#src/spec/limits.ts';

/** What is on air on every stream, asked again every 5 seconds (radio.md §4). */
export const nowPlayingQuery = {
  ...documentQuery<NowPlaying[]>('/titre.json', null, nowPlayingListSchema, (services) =>
    services.nowPlaying(),
  ),
  refetchInterval: TRACK_REFRESH_MS,
  staleTime: TRACK_REFRESH_MS,
};
