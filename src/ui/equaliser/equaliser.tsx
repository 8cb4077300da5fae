import styles from './equaliser.module.css';

/** Three bars that dance while sound is heard, and stand still while it is awaited. */
export function Equaliser(props: { moves: boolean }) {
  return (
    <span className={props.moves ? `${styles.bars} ${styles.moves}` : styles.bars} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
