import { useId } from 'react';
import styles from './sea-number.module.css';

/**
 * The sea from far to near: where a layer begins and how
 * far it swings, in units of the drawing, and its colour.
 */
const LAYERS = [
  { top: 44, swing: 14, fill: 'color-mix(in oklab, #14131a 28%, var(--stream))' },
  { top: 78, swing: -20, fill: 'color-mix(in oklab, #14131a 14%, var(--stream))' },
  { top: 112, swing: 16, fill: 'var(--stream)' },
  { top: 144, swing: -12, fill: 'color-mix(in oklab, #fff 12%, var(--stream))' },
  { top: 174, swing: 14, fill: 'color-mix(in oklab, #fff 24%, var(--stream))' },
  { top: 206, swing: -12, fill: 'color-mix(in oklab, #fff 36%, var(--stream))' },
  { top: 236, swing: 10, fill: 'color-mix(in oklab, #fff 50%, var(--stream))' },
] as const;

const DISC_BEHIND_LAYER = 2;

/** A number filled with the sea of the page's stream. */
export function SeaNumber({ number }: { number: string }) {
  const clip = useId();
  return (
    <svg className={styles.sea} viewBox="0 0 760 280" role="img" aria-label={number}>
      <clipPath id={clip}>
        <text x="380" y="246" textAnchor="middle" className={styles.number}>
          {number}
        </text>
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="760" height="280" style={{ fill: 'color-mix(in oklab, #14131a 42%, var(--stream))' }} />
        {LAYERS.slice(0, DISC_BEHIND_LAYER).map(Layer)}
        <circle cx="304" cy="98" r="32" fill="#fff" fillOpacity="0.5" />
        {LAYERS.slice(DISC_BEHIND_LAYER).map(Layer)}
      </g>
    </svg>
  );
}

function Layer({ top, swing, fill }: { top: number; swing: number; fill: string }) {
  const [down, up] = [top + swing, top - swing];
  const crest = `M0 ${top}C95 ${down} 95 ${down} 190 ${top}S285 ${up} 380 ${top}S475 ${down} 570 ${top}S665 ${up} 760 ${top}`;
  return <path key={top} d={`${crest}V280H0Z`} style={{ fill }} />;
}
