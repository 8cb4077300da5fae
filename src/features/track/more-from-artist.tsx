import { useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { usePageQuery } from '#src/page/wire/use-page-query.ts';
import section from '#src/ui/section/section.module.css';
import { ArtistTrackList, ArtistTrackListSkeleton } from './artist-track-list.tsx';
import styles from './more-from-artist.module.css';
import { artistTracksQuery } from './track.query.ts';
import type { TrackInfo } from './track.wire.ts';

/** Up to ten other tracks of the artist. */
export function MoreFromArtist({ track, streamId }: { track: TrackInfo; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <header className={`${section.head} ${styles.head}`}>
        <h2 id={headingId}>{text('track.more', { artist: track.artist })}</h2>
        <Link to={artistPath(language, streamId, track.artist)}>{text('track.biography')}</Link>
      </header>
      <Tracks track={track} streamId={streamId} />
    </section>
  );
}

function Tracks(props: { track: TrackInfo; streamId: StreamId }) {
  const { artist, slug } = props.track;
  const text = useText();
  const { data, error, isError, refetch } = usePageQuery(artistTracksQuery(artist, slug, useLanguage()));
  if (data === undefined) {
    return isError ? (
      <RetryNotice title={text('track.more-error')} error={error} retry={refetch} />
    ) : (
      <ArtistTrackListSkeleton />
    );
  }
  if (data.length === 0) return <p className={styles.empty}>{text('track.more-empty', { artist })}</p>;
  return <ArtistTrackList tracks={data} streamId={props.streamId} />;
}
