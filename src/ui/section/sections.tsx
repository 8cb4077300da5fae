import type { ReactNode } from 'react';
import styles from './sections.module.css';

/**
 * What a page says below its head: one section under the other.
 * @param props.className may set `--sections-gap` between them and `--sections-top` above the first
 */
export function Sections({
  className = '',
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return <div className={`${styles.sections} ${className}`}>{children}</div>;
}
