import { Link } from 'react-router';
import { useStation, useStream } from '#src/features/on-air/station-context.tsx';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useFormats } from '#src/i18n/use-formats.ts';
import { useText } from '#src/i18n/use-text.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import type { ArtistTrack } from './track.wire.ts';
import { trackPath } from './track-addresses.ts';
import styles from './track-list.module.css';

/** An artist's tracks, each with its preview. @param props.isWide there is room for two columns */
export function TrackList(props: { tracks: readonly ArtistTrack[]; streamId: StreamId; isWide?: boolean }) {
  const { tracks, streamId, isWide = false } = props;
  return (
    <ul className={isWide ? `${styles.list} ${styles.wide}` : styles.list}>
      {tracks.map((track) => (
        <TrackRow key={track.slug} track={track} streamId={streamId} />
      ))}
    </ul>
  );
}

function TrackRow({ track, streamId }: { track: ArtistTrack; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { date } = useFormats();
  const { timezone } = useStation();
  const { image } = useStream(streamId);
  const { first } = track;
  const played = first === null ? text('track.never') : text('track.plays-count', { count: track.nb_diff });
  return (
    <li className={styles.row}>
      <Link className={styles.link} to={trackPath(language, streamId, track.slug)}>
        <span className={styles.cover}>
          <CoverImage address={track.pochette} fallback={`/logo-${image}.png`} size={60} />
        </span>
        <span className={styles.words}>
          <b>{track.title}</b>
          <span>{first === null ? played : `${played} · ${date(first, timezone)}`}</span>
        </span>
      </Link>
      <PreviewButton track={track} />
    </li>
  );
}

/** Tracks on their way. */
export function TrackListPlace({ count, isWide = false }: { count: number; isWide?: boolean }) {
  return (
    <ul className={isWide ? `${styles.list} ${styles.wide}` : styles.list} aria-busy="true">
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <li key={at} className={styles.row}>
          <span className={styles.link}>
            <Skeleton width="60px" height="60px" radius="var(--radius-thumb)" />
            <span className={styles.words}>
              <Skeleton width="60%" height="16px" />
              <Skeleton width="40%" height="12px" />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
