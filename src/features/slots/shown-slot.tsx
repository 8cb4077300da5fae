import type { ReactNode } from 'react';
import type { SlotPlace } from '#src/contract/slots.ts';
import { Leaderboard } from './leaderboard.tsx';
import { SlotCard } from './slot-card.tsx';

/** The advert of a place, as it looks there. */
export function ShownSlot({ place }: { place: SlotPlace }): ReactNode {
  return place === 'card' ? <SlotCard /> : <Leaderboard />;
}
