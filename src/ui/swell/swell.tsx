import styles from './swell.module.css';

/** The wave that ends a tinted band in the page's ground. Stands at the bottom of a positioned element. */
export function Swell(props: { drifts?: boolean }) {
  return (
    <div className={props.drifts ? `${styles.swell} ${styles.drifts}` : styles.swell}>
      <svg viewBox="0 0 2880 120" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 65C180 5 300 125 480 70S780 10 960 70S1260 125 1440 65C1620 5 1740 125 1920 70S2220 10 2400 70S2700 125 2880 65V120H0Z" />
      </svg>
    </div>
  );
}
