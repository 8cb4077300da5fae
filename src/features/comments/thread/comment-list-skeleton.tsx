import { COMMENTS_PAGE } from '#src/contract/limits.ts';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import lineStyles from './author-line.module.css';
import cardStyles from './comment-card.module.css';
import styles from './comment-list.module.css';

/** Comments on their way, each as tall as one of a line. */
export function CommentListSkeleton() {
  return (
    <ul className={styles.list} aria-busy="true">
      {Array.from({ length: COMMENTS_PAGE }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={at} className={cardStyles.card}>
          <div className={lineStyles.line}>
            <Skeleton width="40px" height="40px" />
            <div className={lineStyles.who}>
              <Skeleton width="110px" height="18px" />
            </div>
          </div>
          <Skeleton width="min(440px, 85%)" height="24px" radius="8px" />
          <div className={cardStyles.actions} style={{ minHeight: 44 }} />
        </li>
      ))}
    </ul>
  );
}
