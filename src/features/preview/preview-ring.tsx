import { PREVIEW_SECONDS } from '#src/contract/limits.ts';
import styles from './preview-ring.module.css';
import { usePreview } from './preview-store.ts';

/** The ring that fills, around a triangle or, while the preview is on, a square. */
export function PreviewRing({ isOn, isSounding }: { isOn: boolean; isSounding: boolean }) {
  const share = usePreview((state) => (isSounding ? Math.min(1, state.elapsedSeconds / PREVIEW_SECONDS) : 0));
  return (
    <svg className={styles.ring} viewBox="0 0 48 48" aria-hidden="true">
      <circle className={styles.track} cx="24" cy="24" r="21" />
      {isOn && (
        <circle
          className={isSounding ? styles.filled : `${styles.filled} ${styles.loading}`}
          cx="24"
          cy="24"
          r="21"
          pathLength="1"
          strokeDasharray={isSounding ? '1' : '0.25 0.75'}
          strokeDashoffset={isSounding ? 1 - share : 0}
          data-share={share.toFixed(3)}
        />
      )}
      <path className={styles.sign} d={isOn ? 'M18 18h12v12H18z' : 'M19.5 16v16l13-8z'} />
    </svg>
  );
}
