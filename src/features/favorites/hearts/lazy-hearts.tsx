import { type ComponentType, lazy, Suspense } from 'react';
import type { LovedTrack } from '#src/features/favorites/change/change-favorites.ts';
import { whenReachable } from '#src/page/navigation/when-reachable.ts';
import { useSession } from '#src/page/session/use-session.ts';

interface Hearts {
  readonly TrackHeart: ComponentType<{ userId: string; track: LovedTrack; isLarge: boolean }>;
  readonly ArtistHeart: ComponentType<{ userId: string; artist: string }>;
}

const NOTHING: Hearts = { TrackHeart: () => null, ArtistHeart: () => null };
/** For members alone. Without their script there are no hearts. */
const importHearts = (): Promise<Hearts> =>
  whenReachable(() => import('./favorite-hearts.tsx')).catch(() => NOTHING);
const TrackHeart = lazy(async () => ({ default: (await importHearts()).TrackHeart }));
const ArtistHeart = lazy(async () => ({ default: (await importHearts()).ArtistHeart }));

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
