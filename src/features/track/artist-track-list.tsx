import { ARTIST_TRACKS_COUNT } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { TrackRow, TrackRowSkeletons } from '#src/features/track-list/track-row.tsx';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { ArtistTrack } from '#src/records/songs/listed-track.wire.ts';
import styles from './artist-track-list.module.css';

/** An artist's tracks, ten at most [R28, R29], each with its preview. */
export function ArtistTrackList(props: { tracks: readonly ArtistTrack[]; streamId: StreamId }) {
  return (
    <ul className={styles.list}>
      {props.tracks.slice(0, ARTIST_TRACKS_COUNT).map((track) => (
        <Row key={track.slug} track={track} streamId={props.streamId} />
      ))}
    </ul>
  );
}

function Row({ track, streamId }: { track: ArtistTrack; streamId: StreamId }) {
  const text = useText();
  const { date } = useFormats();
  const { timezone } = useStation();
  const { first } = track;
  const details =
    first === null
      ? [text('track.never')]
      : [text('track.plays-count', { count: track.nb_diff }), date(first, timezone)];
  return (
    <TrackRow track={track} streamId={streamId} details={details} action={<PreviewButton track={track} />} />
  );
}

/** Tracks on their way. */
export function ArtistTrackListSkeleton() {
  return (
    <ul className={styles.list} aria-busy="true">
      <TrackRowSkeletons count={SKELETONS} />
    </ul>
  );
}

const SKELETONS = 4;
