import type { ReactNode } from 'react';
import { Hero, HeroActions } from '#src/ui/hero/hero.tsx';
import { HeroTitle } from '#src/ui/hero/hero-title.tsx';
import styles from './band.module.css';

/**
 * A page's head: the stream's tint, ending in the swell. `figure` stands above the title, the children below,
 * and `beside` at the end of the line where the screen is wide enough for it.
 */
export function Band(props: {
  title: string;
  lead?: string;
  figure?: ReactNode;
  beside?: ReactNode;
  children?: ReactNode;
  isTall?: boolean;
}) {
  const { title, lead, figure, beside, children, isTall = false } = props;
  const words = (
    <>
      <HeroTitle look={styles.title}>{title}</HeroTitle>
      {lead && <p className={styles.lead}>{lead}</p>}
    </>
  );
  return (
    <Hero look={isTall ? styles.tall : undefined} inside={styles.inside}>
      {figure}
      {beside ? (
        <div className={styles.pair}>
          <div>{words}</div>
          {beside}
        </div>
      ) : (
        words
      )}
      {children && <HeroActions look={styles.rest}>{children}</HeroActions>}
    </Hero>
  );
}
