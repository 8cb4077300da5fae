import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './podcasts-skeleton.module.css';

const EPISODES = [1, 2, 3];

/** A show's place while it is on its way. */
export function PodcastsSkeleton() {
  return (
    <div className={styles.show}>
      <div className={styles.cover}>
        <Skeleton width="100%" height="100%" radius="var(--radius-card)" />
      </div>
      <div className={styles.words}>
        <Skeleton width="260px" height="32px" />
        <Skeleton width="70%" height="20px" />
        {EPISODES.map((episode) => (
          <div key={episode} className={styles.episode}>
            <Skeleton width="48px" height="48px" />
            <Skeleton width="55%" height="20px" />
          </div>
        ))}
      </div>
    </div>
  );
}
