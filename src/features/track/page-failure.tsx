import { PageHead } from '#src/features/page-head/page-head.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Failed } from './failed.tsx';
import styles from './track-page.module.css';

/** A page whose data did not come. */
export function PageFailure(props: { title: string; words: string; onRetry: () => void }) {
  const text = useText();
  return (
    <>
      <PageHead title={props.title} isIndexed={false} />
      <Band title={props.title} />
      <div className={styles.page}>
        <Failed words={props.words} hint={text('frame.still-playing')} onRetry={props.onRetry} />
      </div>
    </>
  );
}
