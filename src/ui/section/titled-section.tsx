import { type ReactNode, useId } from 'react';
import section from './section.module.css';
import styles from './titled-section.module.css';

/** A section of a page, called by its title: a sentence, and what belongs to it. */
export function TitledSection(props: { title: string; lead: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={section.title}>
        {props.title}
      </h2>
      <p className={styles.lead}>{props.lead}</p>
      {props.children}
    </section>
  );
}
