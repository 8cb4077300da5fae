import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { ArtistTrackList } from '#src/features/track/artist-track-list.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { ArtistTrack } from '#src/records/songs/listed-track.wire.ts';
import section from '#src/ui/section/section.module.css';
import styles from './biography-page.module.css';

/** The artist's latest tracks, ten at most. */
export function LatestOfArtist(props: { tracks: readonly ArtistTrack[]; streamId: StreamId }) {
  const text = useText();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={section.title}>
        {text('track.artist.latest')}
      </h2>
      {props.tracks.length === 0 ? (
        <p className={styles.empty}>{text('track.artist.latest-empty')}</p>
      ) : (
        <ArtistTrackList tracks={props.tracks} streamId={props.streamId} />
      )}
    </section>
  );
}
