import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import type { FavoriteTrack } from '#src/features/favorites/favorites.wire.ts';
import { FavoriteTrackRow } from '#src/features/favorites/lists/favorite-track-row.tsx';
import { SectionHead } from '#src/features/favorites/lists/section-head.tsx';
import { useText } from '#src/i18n/use-text.ts';
import styles from './favorite-tracks.module.css';
import { useBeginning } from './use-beginning.tsx';

const SHOWN_AT_FIRST = 12;

/** The tracks a member loves, newest first. `streamId` lends its logo to a cover that does not come. */
export function FavoriteTracks(props: {
  tracks: readonly FavoriteTrack[];
  streamId: StreamId;
  nowMs: number;
}) {
  const { tracks, streamId, nowMs } = props;
  const text = useText();
  const titleId = useId();
  const { shown, more } = useBeginning(tracks, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby={titleId}>
      <SectionHead id={titleId} title={text('members.lovepuls.tracks')} count={tracks.length} />
      {tracks.length === 0 ? (
        <div className={styles.empty}>
          <p>{text('members.lovepuls.empty')}</p>
          <p>{text('members.lovepuls.empty-text')}</p>
        </div>
      ) : (
        <ul className={styles.list}>
          {shown.map((track) => (
            <FavoriteTrackRow key={track.id} track={track} streamId={streamId} nowMs={nowMs} />
          ))}
        </ul>
      )}
      {more}
    </section>
  );
}
