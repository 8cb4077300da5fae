import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import type { SlotPlace as Place } from '#src/contract/slots.ts';
import { slotsQuery } from './slots.query.ts';
import type { DueSlots } from './slots.wire.ts';
// With the page's own styles, so that the room is there before the script is.
import './leaderboard.module.css';
import './slot-card.module.css';

const nothing = (): { default: () => ReactNode } => ({ default: () => null });
const SHOWN = {
  leaderboard: lazy(() =>
    import('./leaderboard.tsx').then((file) => ({ default: file.Leaderboard }), nothing),
  ),
  card: lazy(() => import('./slot-card.tsx').then((file) => ({ default: file.SlotCard }), nothing)),
};

/** A place for adverts. Its script is fetched only where an advert is due, and takes over what the document shows. */
export function SlotPlace({ place }: { place: Place }) {
  const due = useQueryClient().getQueryData<DueSlots>(slotsQuery.queryKey);
  const Shown = SHOWN[place];
  return (
    due?.slots.some((slot) => slot.place === place) && (
      <Suspense>
        <Shown />
      </Suspense>
    )
  );
}
