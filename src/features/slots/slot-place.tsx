import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { SlotPlace as Place } from '#src/contract/slots.ts';
import { slotsQuery } from './slots.query.ts';
import type { DueSlots } from './slots.wire.ts';
// With the page's own styles, so that the room is there before the script is.
import './leaderboard.module.css';
import './slot-card.module.css';

const ShownSlot = lazy(() =>
  import('./shown-slot.tsx').then(
    (file) => ({ default: file.ShownSlot }),
    () => ({ default: NoSlot }),
  ),
);

/**
 * Without its script the advert goes: React finds what the document shows as it left it, and takes it away.
 */
function NoSlot({ place }: { place: Place }) {
  const [isGone, setGone] = useState(false);
  useEffect(() => setGone(true), []);
  if (isGone) return null;
  const Shown = place === 'card' ? 'li' : 'aside';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what is inside is then compared with nothing
  return <Shown hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

/**
 * A place for adverts. Its script is fetched only where an advert is due, and takes over what the document
 * shows.
 */
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
