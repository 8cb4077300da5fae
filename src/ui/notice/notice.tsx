import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './notice.module.css';

/** A failure in a red box, with a sign and words, and at most one action. */
export function Notice(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.notice} role="alert">
      <Icon name="warning" size={26} />
      <div className={styles.words}>
        <p className={styles.title}>{props.title}</p>
        {props.children}
      </div>
      {props.action}
    </div>
  );
}
