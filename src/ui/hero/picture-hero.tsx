import type { ReactNode } from 'react';
import { Hero } from './hero.tsx';
import styles from './picture-hero.module.css';

/** The head of a page about something with a picture: the picture, and beside it what it is and its title. */
export function PictureHero(props: {
  /** The page's own class of the whole: --picture-size, --picture-radius. */
  look: string | undefined;
  picture?: ReactNode;
  kind: ReactNode;
  drifts?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}) {
  const { look, picture, kind, children, ...hero } = props;
  return (
    <Hero look={`${styles.hero} ${look}`} inside={styles.inside} {...hero}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <p className={styles.kind}>{kind}</p>
        {children}
      </div>
    </Hero>
  );
}
