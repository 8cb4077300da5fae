import { queryOptions, useQuery } from '@tanstack/react-query';
import { type NowPlaying, nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { TRACK_REFRESH_MS } from '#src/spec/limits.ts';
import { STREAM_VERSIONS, type StreamId } from '#src/spec/streams.ts';
import { usePlayer } from './player-store.ts';

/**
 * What is on air on all streams. Read it anywhere; asking again every 5 s is `useNowPlayingRefresh`'s part. The
 * browser's cache revalidates by ETag, so that an unchanged list costs no body.
 */
export const nowPlayingQuery = queryOptions({
  queryKey: ['titre.json'],
  queryFn: async ({ signal }): Promise<NowPlaying[]> => {
    const response = await fetch('/titre.json', { signal });
    if (!response.ok) throw new Error(`titre.json answered ${response.status}`);
    return nowPlayingListSchema.parse(await response.json());
  },
  staleTime: TRACK_REFRESH_MS,
});

/** What is on air on one stream; null while unknown. */
export function useNowPlaying(streamId: StreamId): NowPlaying | null {
  const { data } = useQuery({ ...nowPlayingQuery, select: (tracks) => findOnAir(tracks, streamId) });
  return data ?? null;
}

/**
 * Keeps `nowPlayingQuery` fresh for the whole page: every 5 s, in the background too while sound is heard, and not
 * while a preview plays (radio.md §4). Mounted once, by `PlayerProvider`.
 */
export function useNowPlayingRefresh(): void {
  const isPreviewing = usePlayer((state) => state.preview !== null);
  const isPlaying = usePlayer((state) => state.phase === 'playing');
  useQuery({
    ...nowPlayingQuery,
    refetchInterval: isPreviewing ? false : TRACK_REFRESH_MS,
    refetchIntervalInBackground: isPlaying,
    notifyOnChangeProps: [],
  });
}

function findOnAir(tracks: readonly NowPlaying[], streamId: StreamId): NowPlaying | null {
  return tracks.find((track) => track.version === STREAM_VERSIONS[streamId]) ?? null;
}
