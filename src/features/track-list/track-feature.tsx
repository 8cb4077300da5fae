import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { TrackFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import type { ListedTrack } from '#src/records/songs/listed-track.wire.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './track-feature.module.css';
import { TrackRowSkeletons } from './track-row.tsx';

/** A figure or a time in large letters, and its name. */
export interface TrackFact {
  readonly value: ReactNode;
  readonly name: string;
}

/**
 * The one track that a page is about, large: cover, facts and preview.
 * @param props.badge why it stands here
 * @param props.children what can be done with it beside the preview
 */
export function TrackFeature(props: {
  track: ListedTrack;
  streamId: StreamId;
  badge: ReactNode;
  facts: readonly TrackFact[];
  blocksAfterFailure?: boolean;
  children?: ReactNode;
}) {
  const { track, streamId, badge, facts, blocksAfterFailure = false, children } = props;
  const language = useLanguage();
  const { image } = useStream(streamId);
  return (
    <section className={styles.feature}>
      <div className={styles.picture}>
        <div className={styles.cover}>
          <CoverImage
            address={track.pochette}
            fallback={`/logo-${image}.png`}
            size="(max-width: 760px) 172px, 260px"
            isUrgent
          />
        </div>
        <dl className={styles.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Badge>{badge}</Badge>
      <h2 className={styles.title}>
        <Link to={trackPath(language, streamId, track.slug)}>{track.title}</Link>
      </h2>
      <p className={styles.artist}>{track.artist}</p>
      <div className={styles.actions}>
        <PreviewButton track={track} isLarge blocksAfterFailure={blocksAfterFailure} />
        <TrackFavorite track={track} isLarge />
        {children}
      </div>
    </section>
  );
}

/** The same place where there is no track to show. */
export function NoTrackFeature(props: { badge: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className={styles.feature}>
      <Badge>{props.badge}</Badge>
      <h2 className={styles.title}>{props.title}</h2>
      <p className={styles.instead}>{props.children}</p>
    </section>
  );
}

/** A feature and the list that it stands beside; on small screens above. */
export function FeatureAndList(props: { feature: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.beside}>
      {props.feature}
      <div className={styles.list}>{props.children}</div>
    </div>
  );
}

function Badge({ children }: { children: ReactNode }) {
  return <p className={styles.badge}>{children}</p>;
}

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
    <div className={styles.skeleton}>
      <Skeleton width="260px" height="260px" radius="36px" />
      <Skeleton width="80%" height="40px" />
      <Skeleton width="45%" height="22px" />
    </div>
  );
}
