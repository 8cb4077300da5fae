import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { SlotPlace as Place } from '#src/contract/slots.ts';
import { slotsQuery } from './slots.query.ts';
// Among the page's own styles, so that the place is laid out before the script comes.
import './leaderboard.module.css';
import './slot-card.module.css';

const ShownSlot = lazy(() =>
  import('./shown-slot.tsx').then((file) => ({ default: file.ShownSlot })).catch(() => ({ default: NoSlot })),
);

/**
 * Takes the advert away when its script does not come: React adopts what the document shows, then removes it.
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
 * A place for adverts. Its script is fetched only where an
 * advert is due, and takes over what the document shows.
 */
export function SlotPlace({ place }: { place: Place }) {
  // Asks for nothing; but what nobody looks at would be forgotten after five minutes.
  const { data: due } = useQuery({ ...slotsQuery, enabled: false });
  return (
    due?.slots.some((slot) => slot.place === place) && (
      <Suspense>
        <ShownSlot place={place} />
      </Suspense>
    )
  );
}
