import { lazy, Suspense } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useHasSounded } from './use-has-sounded.ts';

const LiveTrack = lazy(() =>
  import('./live-track.tsx').then(
    (file) => ({ default: file.LiveTrack }),
    // The title stands in the bar all the same.
    () => ({ default: () => null }),
  ),
);

/**
 * Announces each new track that is heard to assistive technology: politely, at most once in 20 s, and only when wanted.
 */
export function TrackAnnouncements({ streamId }: { streamId: StreamId }) {
  return <Suspense>{useHasSounded() && <LiveTrack streamId={streamId} />}</Suspense>;
}
