import type { ReactNode } from 'react';
import styles from './sections.module.css';

/** What a page says below its head: one section under the other. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className={styles.sections}>{children}</div>;
}
