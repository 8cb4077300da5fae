import { useId, useState } from 'react';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import type { FavoriteArtist } from '#src/features/favorites/favorites.wire.ts';
import { SectionHead } from '#src/features/favorites/lists/section-head.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import { Button } from '#src/ui/button/button.tsx';
import styles from './favorite-artists.module.css';

/** Two rows on a wide screen, the first one double. */
const SHOWN_AT_FIRST = 9;

/** The artists a member loves, newest first, as a wall of covers. */
export function FavoriteArtists({ artists }: { artists: readonly FavoriteArtist[] }) {
  const text = useText();
  const language = useLanguage();
  const titleId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? artists : artists.slice(0, SHOWN_AT_FIRST);
  const hidden = artists.length - shown.length;
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
      {hidden > 0 && (
        <Button look="line" className={styles.more ?? ''} onClick={() => setShowsAll(true)}>
          {text('members.lovepuls.more', { count: hidden })}
        </Button>
      )}
    </section>
  );
}
