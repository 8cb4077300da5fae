import { useFormats } from '#src/i18n/formats/use-formats.ts';
import section from '#src/ui/section/section.module.css';
import styles from './section-head.module.css';

/** A section's title, and how many there are. */
export function SectionHead(props: { id: string; title: string; count: number }) {
  const { number } = useFormats();
  return (
    <header className={`${section.head} ${styles.head}`}>
      <h2 id={props.id}>{props.title}</h2>
      <p>{number(props.count)}</p>
    </header>
  );
}
