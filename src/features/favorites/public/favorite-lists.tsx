import { useId } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import type { FavoriteArtist, FavoriteTrack } from '#src/features/favorites/favorites.wire.ts';
import { FavoriteTrackRow, SectionHead, useBeginning } from '#src/features/favorites/lists/favorite-list.tsx';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath, streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import styles from './favorite-lists.module.css';

const TRACKS_AT_FIRST = 12;

/**
 * The tracks a member loves, newest first. `count` says how many there are, of which `tracks` may be the newest alone;
 * `streamId` lends its logo to a cover that does not come.
 */
export function FavoriteTracks(props: {
  tracks: readonly FavoriteTrack[];
  count: number;
  streamId: StreamId;
  nowMs: number;
}) {
  const { tracks, count, streamId, nowMs } = props;
  const text = useText();
  const language = useLanguage();
  const heard = useShownStream(null);
  const titleId = useId();
  const { shown, more, list } = useBeginning(tracks, TRACKS_AT_FIRST, styles.more);
  return (
    <section aria-labelledby={titleId}>
      <SectionHead id={titleId} title={text('members.lovepuls.tracks')} count={count} />
      {tracks.length === 0 ? (
        <div className={styles.empty}>
          <p>{text('members.lovepuls.empty')}</p>
          <p>{text('members.lovepuls.empty-text')}</p>
          <Link to={streamPagePath(language, heard, 'page-top20.html')} className={buttonClass('line')}>
            {text('members.profile.top20')}
          </Link>
        </div>
      ) : (
        <ul ref={list} className={styles.list}>
          {shown.map((track) => (
            <FavoriteTrackRow
              key={track.id}
              track={track}
              streamId={streamId}
              leadsTo={DEFAULT_STREAM}
              nowMs={nowMs}
            />
          ))}
        </ul>
      )}
      {more}
    </section>
  );
}

/** Two rows on a wide screen, the first one double. */
const ARTISTS_AT_FIRST = 9;

/** The artists a member loves, newest first, as a wall of covers. `count` says how many there are in all. */
export function FavoriteArtists({ artists, count }: { artists: readonly FavoriteArtist[]; count: number }) {
  const text = useText();
  const language = useLanguage();
  const titleId = useId();
  const { shown, more, list } = useBeginning(artists, ARTISTS_AT_FIRST, styles.more);
  return (
    <section aria-labelledby={titleId}>
      <SectionHead id={titleId} title={text('members.lovepuls.artists')} count={count} />
      <ul ref={list} className={styles.wall}>
        {shown.map(({ artist_name }) => (
          <li key={artist_name}>
            <Link to={artistPath(language, DEFAULT_STREAM, artist_name)}>
              <ArtistCover artist={artist_name} />
              <span>{artist_name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
