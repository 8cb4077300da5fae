import type { StreamId } from '#src/contract/streams.ts';
import { fullTitle } from '#src/contract/titles.ts';
import { usePlayer } from '#src/features/player/player-store.ts';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';

/** Full title of the track that the player shows: a preview's, else the one on air; null for an episode and for none. */
export function useShownTitle(streamId: StreamId): string | null {
  const preview = usePlayer((state) => state.preview);
  const track = useNowPlaying(streamId);
  if (preview !== null) return preview.kind === 'track' ? preview.title : null;
  return (track && fullTitle(track.artiste, track.titre)) || null;
}
