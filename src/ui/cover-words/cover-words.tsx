import { Fragment } from 'react';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './cover-words.module.css';

/**
 * What a row of a list begins with, beside each other in a flex box: a cover, a title and details in a
 * smaller hand.
 */
export function CoverWords(props: {
  address: string;
  fallback?: string;
  title: string;
  details: readonly string[];
}) {
  const { address, fallback, title, details } = props;
  return (
    <>
      <span className={styles.cover}>
        <CoverImage address={address} size={60} {...(fallback && { fallback })} />
      </span>
      <span className={styles.words}>
        <b>{title}</b>
        <span className={styles.detail}>
          {details.map((detail, at) => (
            <Fragment key={detail}>
              {at > 0 && ' '}
              <span>{at > 0 ? `· ${detail}` : detail}</span>
            </Fragment>
          ))}
        </span>
      </span>
    </>
  );
}

/** Its place while it is on its way. */
export function CoverWordsSkeleton() {
  return (
    <>
      <span className={styles.cover}>
        <Skeleton width="100%" height="100%" radius="var(--radius-thumb)" />
      </span>
      <span className={`${styles.words} ${styles.waiting}`}>
        <Skeleton width="55%" height="16px" />
        <Skeleton width="35%" height="12px" />
      </span>
    </>
  );
}
