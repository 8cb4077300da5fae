import type { ReactNode } from 'react';
import styles from './marquee.module.css';

/**
 * One line that ends in dots, and wanders to its end while pointed at or while its row has the focus.
 * @param props.children the same with links in it
 */
export function Marquee(props: { text: string; className?: string | undefined; children?: ReactNode }) {
  const { text, className = '', children = text } = props;
  return (
    <span className={`${styles.line} ${className}`} title={text}>
      <span>{children}</span>
    </span>
  );
}
