import { Suspense, useState } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { usePlayer } from '#src/features/player/engine/player-store.ts';
import { fetchedPart } from '#src/page/navigation/fetched-part.ts';

/** The title stands in the bar without it, too. */
const LiveTrack = fetchedPart(() => import('./live-track.tsx').then((file) => file.LiveTrack));

/**
 * Announces each new track to assistive technology: politely, at most once in 20 s, and only when wanted.
 */
export function TrackAnnouncements({ streamId }: { streamId: StreamId }) {
  return <Suspense>{useHasSounded() && <LiveTrack streamId={streamId} />}</Suspense>;
}

/** Whether this page has sounded yet: what matters only then must not delay the first sound. */
function useHasSounded(): boolean {
  const sounds = usePlayer((state) => state.phase === 'playing' || state.preview !== null);
  const [hasSounded, setHasSounded] = useState(false);
  if (sounds && !hasSounded) setHasSounded(true);
  return hasSounded;
}
