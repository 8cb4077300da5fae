import type { ReactNode } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { TrackFavorite } from '#src/features/favorites/hearts/lazy-hearts.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import type { ListedTrack } from '#src/records/songs/listed-track.wire.ts';
import { CoverWords, CoverWordsSkeleton } from '#src/ui/cover-words/cover-words.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import styles from './track-row.module.css';

/**
 * A track in a list; its title leads to its page.
 * @param props.details what stands under the title, in place of the artist
 * @param props.lead what stands first: a rank, a time, a stream
 * @param props.fact a word or two at the end
 * @param props.action what can be done with it here, beside making it a favourite
 * @param props.children what stands below, over the whole width
 */
export function TrackRow(props: {
  track: ListedTrack;
  streamId: StreamId;
  details?: readonly string[];
  lead?: ReactNode;
  fact?: ReactNode;
  action?: ReactNode;
  isChosen?: boolean;
  children?: ReactNode;
}) {
  const { track, streamId, details = [track.artist], lead, fact, action, isChosen = false, children } = props;
  const language = useLanguage();
  const { image } = useStream(streamId);
  return (
    <li className={isChosen ? `${styles.row} ${styles.chosen}` : styles.row}>
      {lead && <div className={styles.lead}>{lead}</div>}
      <Link className={styles.track} to={trackPath(language, streamId, track.slug)}>
        <CoverWords
          address={track.pochette}
          fallback={`/logo-${image}.png`}
          title={track.title}
          details={details}
        />
      </Link>
      {fact && <div className={styles.fact}>{fact}</div>}
      {action && <div className={styles.action}>{action}</div>}
      <div className={styles.favorite}>
        <TrackFavorite track={track} />
      </div>
      {children && <div className={styles.below}>{children}</div>}
    </li>
  );
}

/** The places of rows on their way. */
export function TrackRowSkeletons(props: { count: number; hasLead?: boolean }) {
  return Array.from({ length: props.count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else
    <li key={at} className={styles.row}>
      {props.hasLead && (
        <span className={styles.lead}>
          <Skeleton width="44px" height="20px" />
        </span>
      )}
      <span className={styles.track}>
        <CoverWordsSkeleton />
      </span>
    </li>
  ));
}
