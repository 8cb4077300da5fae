import { useId } from 'react';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import type { FavoriteArtist } from '#src/features/favorites/favorites.wire.ts';
import { SectionHead } from '#src/features/favorites/lists/section-head.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import styles from './favorite-artists.module.css';
import { useBeginning } from './use-beginning.tsx';

/** Two rows on a wide screen, the first one double. */
const SHOWN_AT_FIRST = 9;

/** The artists a member loves, newest first, as a wall of covers. */
export function FavoriteArtists({ artists }: { artists: readonly FavoriteArtist[] }) {
  const text = useText();
  const language = useLanguage();
  const titleId = useId();
  const { shown, more } = useBeginning(artists, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby={titleId}>
      <SectionHead id={titleId} title={text('members.lovepuls.artists')} count={artists.length} />
      <ul className={styles.wall}>
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
