import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './feature-places.module.css';
import { FeatureAndList } from './track-feature.tsx';
import { TrackRowPlaces } from './track-row.tsx';

/** The places of a large track and its list, on their way. */
export function FeatureAndListPlaces(props: { count: number; hasLead?: boolean }) {
  return (
    <div aria-busy="true">
      <FeatureAndList feature={<FeaturePlace />}>
        <ul>
          <TrackRowPlaces {...props} />
        </ul>
      </FeatureAndList>
    </div>
  );
}

function FeaturePlace() {
  return (
    <div className={styles.feature}>
      <Skeleton width="260px" height="260px" radius="36px" />
      <Skeleton width="80%" height="40px" />
      <Skeleton width="45%" height="22px" />
    </div>
  );
}
