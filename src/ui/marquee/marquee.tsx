import styles from './marquee.module.css';

/** One line that ends in dots, and wanders to its end while pointed at or while its row has the focus. */
export function Marquee({ text, className = '' }: { text: string; className?: string | undefined }) {
  return (
    <span className={`${styles.line} ${className}`} title={text}>
      <span>{text}</span>
    </span>
  );
}
