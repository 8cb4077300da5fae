import type { ReactNode } from 'react';
import { Hero, HeroActions } from '#src/ui/hero/hero.tsx';
import styles from './band.module.css';

/** A page's head: the stream's tint, ending in the swell. `figure` stands above the title, the children below. */
export function Band(props: {
  title: string;
  lead?: string;
  figure?: ReactNode;
  children?: ReactNode;
  isTall?: boolean;
}) {
  const { title, lead, figure, children, isTall = false } = props;
  return (
    <Hero look={isTall ? styles.tall : undefined} inside={styles.inside}>
      {figure}
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children && <HeroActions look={styles.rest}>{children}</HeroActions>}
    </Hero>
  );
}
