import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { TRACK_REFRESH_MS } from '#src/contract/limits.ts';
import { documentQuery } from '#src/page/wire/page-query.ts';

const importSchema = () => import('./told-now-playing.wire.ts').then((file) => file.toldNowPlayingSchema);

/**
 * The tracks on air on every stream. The player keeps them fresh for the whole page (`useNowPlayingRefresh`).
 */
export const nowPlayingQuery = {
  ...documentQuery<NowPlaying[]>('/titre.json', null, importSchema, (services) => services.nowPlaying()),
  staleTime: TRACK_REFRESH_MS,
};
