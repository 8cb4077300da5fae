import { PageHead } from '#src/page/head/page-head.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { Band } from '#src/ui/band/band.tsx';
import styles from './page-failure.module.css';

/** A page whose data did not come. */
export function PageFailure(props: { title: string; words: string; error: unknown; onRetry: () => void }) {
  return (
    <>
      <PageHead title={props.title} isIndexed={false} />
      <Band title={props.title} />
      <div className={styles.page}>
        <RetryNotice title={props.words} error={props.error} retry={props.onRetry} />
      </div>
    </>
  );
}
