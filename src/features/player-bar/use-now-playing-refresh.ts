import { useQuery } from '@tanstack/react-query';
import { usePlayer } from '#src/features/player/player-store.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { isHeard, refreshEveryMs } from './refresh-policy.ts';

/** Keeps the titles fresh for the whole page, one poll for all that show them. Mounted once, by `usePlayerPage`. */
export function useNowPlayingRefresh(): void {
  const refetchInterval = usePlayer(refreshEveryMs);
  const refetchIntervalInBackground = usePlayer(isHeard);
  useQuery({
    ...nowPlayingQuery,
    refetchInterval,
    refetchIntervalInBackground,
    notifyOnChangeProps: [],
  });
}
