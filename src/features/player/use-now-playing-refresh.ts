import { useQuery } from '@tanstack/react-query';
import { nowPlayingQuery } from '#src/features/on-air/now-playing.query.ts';
import { TRACK_REFRESH_MS } from '#src/spec/limits.ts';
import { usePlayer } from './player-store.ts';

/**
 * Keeps the titles fresh for the whole page, one poll for all that show them: every 5 s, in the background too while
 * sound is heard, and not while a preview plays (radio.md §4). Mounted once, by `PlayerProvider`.
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
