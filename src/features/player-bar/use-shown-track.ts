import { fullTitle } from '#src/contract/full-title.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useHeardTrack } from '#src/features/player/ear/heard-track.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import type { ShownTrack } from '#src/features/player/state/player-state.ts';

/**
 * The track that the player shows, and that its link, cover, votes and heart are about: a preview's, else the
 * one heard, or on air while nothing is. What stands in for adverts has no slug, and so none of those acts.
 * Null for an episode, and while the stream plays no track [R138, R158].
 */
export function useShownTrack(streamId: StreamId): ShownTrack | null {
  const preview = usePlayer((state) => state.preview);
  const heard = useHeardTrack(streamId);
  if (preview) return preview.track ?? null;
  if (!heard?.slug && !heard?.duration) return null;
  const { artiste: artist, titre: title, slug, pochette } = heard;
  return { titre: fullTitle(artist, title), artist, title, slug, pochette };
}

/** The full title that votes are about; null where there is none to vote on. */
export function votedTitle(track: ShownTrack | null): string | null {
  return track?.slug ? track.titre : null;
}
