import styles from './nav.module.css';

/** The wave, in the colour of the page. */
export function Logo() {
  return (
    <svg className={styles.wave} width="38" height="23" viewBox="0 0 40 24" aria-hidden="true">
      <path d="M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0" />
    </svg>
  );
}
