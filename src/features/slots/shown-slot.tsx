import type { ReactNode } from 'react';
import type { SlotPlace } from '#src/contract/slots.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import board from './leaderboard.module.css';
import card from './slot-card.module.css';
import { siteOf, useSlot } from './use-slot.ts';

/** The advert of a place, as it looks there. */
export function ShownSlot({ place }: { place: SlotPlace }): ReactNode {
  return place === 'card' ? <SlotCard /> : <Leaderboard />;
}

/** The advert below the navigation of every page, for guests [R53]. Takes no room while none is due. */
function Leaderboard() {
  // Mounted anew on each page: the next advert has its turn then, never under a reader's eyes.
  return <LeaderboardPlace key={useAddress().pathname} />;
}

function LeaderboardPlace() {
  const text = useText();
  const shown = useSlot<HTMLElement>('leaderboard');
  if (shown === null) return null;
  const { slot, seen, link, picture } = shown;
  return (
    <aside className={board.place} aria-label={text('frame.advert')} ref={seen}>
      <p className={board.label} aria-hidden="true">
        {text('frame.advert')}
      </p>
      <a className={board.link} {...link}>
        <img {...picture} alt={`${slot.alt} (${text('frame.new-tab')})`} />
      </a>
    </aside>
  );
}

/** The advert among the streams of home, as the last item of their list, for guests [R53]. */
function SlotCard() {
  const text = useText();
  const shown = useSlot<HTMLLIElement>('card');
  if (shown === null) return null;
  const { slot, seen, link, picture } = shown;
  return (
    <li className={card.place} ref={seen}>
      <a className={card.card} {...link}>
        <span className={card.picture}>
          <img {...picture} alt="" />
        </span>
        <span className={card.text}>
          <span className={card.small}>{text('frame.advert')}</span>
          <b>{slot.alt}</b>
          <span className={card.small}>{`${siteOf(slot.link)} (${text('frame.new-tab')})`}</span>
        </span>
      </a>
    </li>
  );
}
