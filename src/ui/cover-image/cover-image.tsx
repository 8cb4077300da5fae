import { useState } from 'react';
import { COVER_WIDTHS } from '#src/contract/limits.ts';
import styles from './cover-image.module.css';

/**
 * A square cover that fills its place; decorative, since its title stands beside it. In the place of a
 * picture that does not come stands the fallback; without one, the ground behind it.
 * @param props.size the place's width in CSS pixels, or what `sizes` may say
 * @param props.isUrgent for what is seen first
 */
export function CoverImage(props: {
  address: string;
  fallback?: string;
  size: number | string;
  isUrgent?: boolean;
}) {
  const { fallback, size, isUrgent = false } = props;
  const [failed, setFailed] = useState<readonly string[]>([]);
  const address = [props.address, fallback].find((known) => known && !failed.includes(known));
  if (address === undefined) return null;
  const fail = () => {
    setFailed([...failed, address]);
    addEventListener('online', () => setFailed([]), { once: true });
  };
  const isOurs = /\/covers\/[^?]+\.jpg$/.test(address);
  return (
    <img
      className={styles.cover}
      src={isOurs ? `${address}?w=384` : address}
      srcSet={isOurs ? COVER_WIDTHS.map((width) => `${address}?w=${width} ${width}w`).join(', ') : undefined}
      sizes={typeof size === 'number' ? `${size}px` : size}
      width={320}
      height={320}
      alt=""
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : 'auto'}
      decoding="async"
      // A picture that failed before the page came to life fires no event any more.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) fail();
      }}
      onError={fail}
    />
  );
}
