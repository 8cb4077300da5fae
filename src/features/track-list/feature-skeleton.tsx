import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './feature-skeleton.module.css';
import { FeatureAndList } from './track-feature.tsx';
import { TrackRowSkeletons } from './track-row.tsx';

/** The places of a large track and its list, on their way. */
export function FeatureAndListSkeleton(props: { count: number; hasLead?: boolean }) {
  return (
    <div aria-busy="true">
      <FeatureAndList feature={<FeatureSkeleton />}>
        <ul>
          <TrackRowSkeletons {...props} />
        </ul>
      </FeatureAndList>
    </div>
  );
}

function FeatureSkeleton() {
  return (
    <div className={styles.feature}>
      <Skeleton width="260px" height="260px" radius="36px" />
      <Skeleton width="80%" height="40px" />
      <Skeleton width="45%" height="22px" />
    </div>
  );
}
