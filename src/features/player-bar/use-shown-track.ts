import { fullTitle } from '#src/contract/full-title.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import type { ShownTrack } from '#src/features/player/state/player-state.ts';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';

/**
 * The track that the player shows, and that its link, cover, votes and heart are about: a preview's, else the
 * one on air. Null for an episode, and while the stream plays no track [R138].
 */
export function useShownTrack(streamId: StreamId): ShownTrack | null {
  const preview = usePlayer((state) => state.preview);
  const onAir = useNowPlaying(streamId);
  if (preview) return preview.track ?? null;
  if (!onAir?.slug) return null;
  const { artiste: artist, titre: title, slug, pochette } = onAir;
  return { titre: fullTitle(artist, title), artist, title, slug, pochette };
}
