import { useText } from '#src/i18n/use-text.ts';
import styles from './slot-card.module.css';
import { useSlot } from './use-slot.ts';

/** The advert among the streams of home, as the last item of their list, for guests [R53]. */
export function SlotCard() {
  const text = useText();
  const shown = useSlot<HTMLLIElement>('card');
  if (shown === null) return null;
  const { slot, seen, link, picture } = shown;
  const site = new URL(slot.link).hostname.replace(/^www\./, '');
  return (
    <li className={styles.place} ref={seen}>
      <a className={styles.card} {...link}>
        <span className={styles.picture}>
          <img {...picture} alt="" />
        </span>
        <span className={styles.text}>
          <span className={styles.small}>{text('frame.advert')}</span>
          <b>{slot.alt}</b>
          <span className={styles.small}>{`${site} (${text('frame.new-tab')})`}</span>
        </span>
      </a>
    </li>
  );
}
