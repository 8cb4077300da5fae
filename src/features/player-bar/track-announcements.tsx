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

/** Tells assistive technology of each new track that is heard: politely, at most once in 20 s, if wanted at all. */
export function TrackAnnouncements({ streamId }: { streamId: StreamId }) {
  return <Suspense>{useHasSounded() && <LiveTrack streamId={streamId} />}</Suspense>;
}
