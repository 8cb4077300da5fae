import type { ReactNode } from 'react';
import { Swell } from '#src/ui/swell/swell.tsx';
import styles from './hero.module.css';

type ClassName = string | undefined;

/** The head of a page: the stream's tint from behind the navigation down to the swell. */
export function Hero(props: {
  /** The page's own class of the whole. */
  look?: ClassName;
  /** The page's own class of what stands within the page's width. */
  inside?: ClassName;
  drifts?: boolean;
  isBusy?: boolean;
  children: ReactNode;
}) {
  const { look, inside, drifts = false, isBusy, children } = props;
  return (
    <section className={join(styles.hero, look)} aria-busy={isBusy}>
      <div className={join(styles.inside, inside)}>{children}</div>
      <Swell drifts={drifts} />
    </section>
  );
}

/** What can be done with what the page is about. */
export function HeroActions(props: { look?: ClassName; children: ReactNode }) {
  return <div className={join(styles.actions, props.look)}>{props.children}</div>;
}

function join(...names: readonly ClassName[]): string {
  return names.filter(Boolean).join(' ');
}
