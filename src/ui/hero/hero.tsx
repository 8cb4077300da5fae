import type { ReactNode } from 'react';
import styles from './hero.module.css';
import swell from './swell.module.css';

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

/** The wave that ends a tinted band in the page's ground. Stands at the bottom of a positioned element. */
function Swell(props: { drifts?: boolean }) {
  return (
    <div className={props.drifts ? `${swell.swell} ${swell.drifts}` : swell.swell}>
      <svg viewBox="0 0 2880 120" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 65C180 5 300 125 480 70S780 10 960 70S1260 125 1440 65C1620 5 1740 125 1920 70S2220 10 2400 70S2700 125 2880 65V120H0Z" />
      </svg>
    </div>
  );
}

/** What can be done with what the page is about. */
export function HeroActions(props: { look?: ClassName; children: ReactNode }) {
  return <div className={join(styles.actions, props.look)}>{props.children}</div>;
}

function join(...names: readonly ClassName[]): string {
  return names.filter(Boolean).join(' ');
}
