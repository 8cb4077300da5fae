import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './schedule-skeleton.module.css';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** Hours of a usual day's blocks. */
const BLOCKS = [3, 3, 2, 3, 3, 4];

/** The week's place while it is on its way. */
export function ScheduleSkeleton() {
  return (
    <div className={styles.week}>
      {DAYS.map((day) => (
        <div key={day} className={styles.day}>
          <Skeleton width="100%" height="44px" radius="14px" />
          {BLOCKS.map((hours, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
            <Skeleton key={at} width="100%" height={`${hours * 35}px`} radius="14px" />
          ))}
        </div>
      ))}
    </div>
  );
}
