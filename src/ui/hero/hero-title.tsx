import type { ReactNode } from 'react';
import styles from './hero-title.module.css';

/** The title of a page in its head. How large it is, the page's own class says. */
export function HeroTitle(props: { look: string | undefined; children: ReactNode }) {
  return <h1 className={`${styles.title} ${props.look}`}>{props.children}</h1>;
}
