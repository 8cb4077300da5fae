import { useText } from '#src/i18n/use-text.ts';
import type { Stretch } from './status.wire.ts';
import styles from './stretch-bars.module.css';

const STRETCHES = ['well', 'partly', 'troubled', 'unknown'] as const satisfies readonly Stretch[];

/** How hours or days were, a bar each, oldest first. In words for who does not see them. */
export function StretchBars({ stretches, of }: { stretches: readonly Stretch[]; of: 'hours' | 'days' }) {
  const text = useText();
  const count = (stretch: Stretch) => stretches.filter((one) => one === stretch).length;
  const counts = Object.fromEntries(STRETCHES.map((stretch) => [stretch, count(stretch)]));
  return (
    <figure className={styles.figure}>
      <div className={styles.bars} role="img" aria-label={text(`status.${of}.alt`, counts)}>
        {stretches.map((stretch, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <span key={index} className={styles.bar} data-stretch={stretch} />
        ))}
      </div>
      <figcaption>{text(`status.${of}`)}</figcaption>
    </figure>
  );
}

/** What each kind of bar says. */
export function Legend() {
  const text = useText();
  return (
    <dl className={styles.legend} aria-label={text('status.legend')}>
      {STRETCHES.map((stretch) => (
        <div key={stretch}>
          <dt>
            <span className={styles.bar} data-stretch={stretch} aria-hidden="true" />
          </dt>
          <dd>{text(`status.stretch.${stretch}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
