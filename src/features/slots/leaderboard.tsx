import { useText } from '#src/i18n/use-text.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import styles from './leaderboard.module.css';
import { useSlot } from './use-slot.ts';

/** The advert below the navigation of every page, for guests [R53]. Takes no room while none is due. */
export function Leaderboard() {
  // Mounted anew on each page: the next advert has its turn then, never under a reader's eyes.
  return <Place key={useAddress().pathname} />;
}

function Place() {
  const text = useText();
  const shown = useSlot<HTMLElement>('leaderboard');
  if (shown === null) return null;
  const { slot, seen, link, picture } = shown;
  return (
    <aside className={styles.place} aria-label={text('frame.advert')} ref={seen}>
      <p className={styles.label} aria-hidden="true">
        {text('frame.advert')}
      </p>
      <a className={styles.link} {...link}>
        <img {...picture} alt={`${slot.alt} (${text('frame.new-tab')})`} />
      </a>
    </aside>
  );
}
