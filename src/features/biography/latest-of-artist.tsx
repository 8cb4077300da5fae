import { useId } from 'react';
import type { ArtistTrack } from '#src/features/track/track.wire.ts';
import { TrackList } from '#src/features/track/track-list.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import styles from './biography-page.module.css';

/** The artist's latest tracks, ten at most. */
export function LatestOfArtist(props: { tracks: readonly ArtistTrack[]; streamId: StreamId }) {
  const text = useText();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{text('track.artist.latest')}</h2>
      {props.tracks.length === 0 ? (
        <p className={styles.empty}>{text('track.artist.latest-empty')}</p>
      ) : (
        <TrackList tracks={props.tracks} streamId={props.streamId} />
      )}
    </section>
  );
}
