import type { ReactNode } from 'react';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Band } from '#src/ui/band/band.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import styles from './narrow-page.module.css';

/** A page with one thing to do. */
export function NarrowPage(props: { title: string; lead?: string; children: ReactNode }) {
  const { title, lead, children } = props;
  return (
    <>
      <PageHead title={title} isIndexed={false} />
      <Band title={title} {...(lead && { lead })} />
      <div className={styles.page}>
        <div className={styles.card}>{children}</div>
      </div>
    </>
  );
}

export function Busy({ children }: { children: ReactNode }) {
  return (
    <p className={styles.busy} role="status">
      <Icon name="busy" spins />
      {children}
    </p>
  );
}

/** Buttons in a row, which wrap. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Another way, below a line. */
export function OtherWay({ children }: { children: ReactNode }) {
  return <div className={styles.again}>{children}</div>;
}
