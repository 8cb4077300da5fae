import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { SlotPlace as Place } from '#src/contract/slots.ts';
import { slotsQuery } from './slots.query.ts';
import type { DueSlots } from './slots.wire.ts';
// With the page's own styles, so that the room is there before the script is.
import './leaderboard.module.css';
import './slot-card.module.css';

const ShownSlot = lazy(() =>
  import('./shown-slot.tsx').then(
    (file) => ({ default: file.ShownSlot }),
    // What the document shows goes then.
    () => ({ default: () => null }),
  ),
);

/** A place for adverts. Its script is fetched only where an advert is due, and takes over what the document shows. */
export function SlotPlace({ place }: { place: Place }) {
  const due = useQueryClient().getQueryData<DueSlots>(slotsQuery.queryKey);
  return (
    due?.slots.some((slot) => slot.place === place) && (
      <Suspense>
        <ShownSlot place={place} />
      </Suspense>
    )
  );
}
