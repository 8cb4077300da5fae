import { useId } from 'react';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import sea from './sea-number.module.css';
import styles from './stand-in-pages.module.css';

/** Stands in for the page of a track or an artist that the radio does not know [A11, R30]. */
export function PageMissing({ title, lead }: { title: string; lead: string }) {
  const text = useText();
  const language = useLanguage();
  const streamId = useShownStream(null);
  return (
    <Band isTall figure={<SeaNumber number="404" />} title={title} lead={lead}>
      <PageHead title={title} isIndexed={false} />
      <Link
        to={streamPagePath(language, streamId, 'page-search.html')}
        className={buttonClass('ink', 'large')}
      >
        <LaterIcon name="search" />
        {text('frame.nav.what-was-that')}
      </Link>
      <Link to={homePath(language, streamId)} className={buttonClass('ghost', 'large')}>
        {text('frame.not-found.home')}
      </Link>
    </Band>
  );
}

/** Stands in for a page whose data did not come. */
export function PageFailure(props: { title: string; words: string; error: unknown; onRetry: () => void }) {
  return (
    <>
      <PageHead title={props.title} isIndexed={false} />
      <Band title={props.title} />
      <div className={styles.page}>
        <RetryNotice title={props.words} error={props.error} retry={props.onRetry} />
      </div>
    </>
  );
}

/**
 * The sea from far to near: where a layer begins and how far it swings, in units of the drawing, and its
 * colour.
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
    <svg className={sea.sea} viewBox="0 0 760 280" role="img" aria-label={number}>
      <clipPath id={clip}>
        <text x="380" y="246" textAnchor="middle" className={sea.number}>
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
