import type { ReactNode } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import type { FavoriteTrack } from '#src/features/favorites/favorites.wire.ts';
import { PreviewButton } from '#src/features/preview/preview-button.tsx';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { trackPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { CoverWords } from '#src/ui/cover-words/cover-words.tsx';
import styles from './favorite-track-row.module.css';

/**
 * A favourite track in a list: leads to its page, and can be heard here. Pages that show it list the texts `track`.
 * @param props.children what can be done with it here
 */
export function FavoriteTrackRow(props: {
  track: FavoriteTrack;
  streamId: StreamId;
  nowMs: number;
  children?: ReactNode;
}) {
  const { track, streamId, nowMs, children } = props;
  const language = useLanguage();
  const relative = useRelative();
  const { image } = useStream(streamId);
  const { full_title: titre, artist_name: artist, track_title: title } = track;
  return (
    <li className={styles.row}>
      <Link to={trackPath(language, DEFAULT_STREAM, track.slug)}>
        <CoverWords
          address={track.pochette}
          fallback={`/logo-${image}.png`}
          title={track.track_title}
          details={[track.artist_name, relative(track.added_date, nowMs)].filter((part) => part !== '')}
        />
      </Link>
      <PreviewButton track={{ ...track, titre, artist, title }} />
      {children}
    </li>
  );
}
