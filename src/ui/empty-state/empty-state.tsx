import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/**
 * Stands where there is nothing yet: the title says what is missing, the content says what to do.
 * @param props.level of the heading
 */
export function EmptyState(props: { title: string; level?: 2 | 3; children?: ReactNode }) {
  const Heading = `h${props.level ?? 2}` as const;
  return (
    <div className={styles.empty}>
      <svg className={styles.wave} width="66" height="40" viewBox="0 0 40 24" aria-hidden="true">
        <path d="M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0" />
      </svg>
      <Heading>{props.title}</Heading>
      {props.children}
    </div>
  );
}
