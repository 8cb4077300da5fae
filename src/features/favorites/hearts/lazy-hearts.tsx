import { Suspense } from 'react';
import type { LovedTrack } from '#src/features/favorites/change/change-favorites.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';
import { useSession } from '#src/page/session/use-session.ts';

/** For members alone. Without their script there are no hearts. */
const importHearts = () => import('./favorite-hearts.tsx');
const NoHeart = () => null;
const TrackHeart = fetchedPart(() => importHearts().then((file) => file.TrackHeart), NoHeart);
const ArtistHeart = fetchedPart(() => importHearts().then((file) => file.ArtistHeart), NoHeart);

/** The place of a track's heart; guests do not see it. Pages that show it list the texts `track`. */
export function TrackFavorite({ track, isLarge = false }: { track: LovedTrack; isLarge?: boolean }) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Suspense>
      <TrackHeart userId={user.id} track={track} isLarge={isLarge} />
    </Suspense>
  );
}

/** The same for an artist. */
export function ArtistFavorite({ artist }: { artist: string }) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Suspense>
      <ArtistHeart userId={user.id} artist={artist} />
    </Suspense>
  );
}
