import { useQuery } from '@tanstack/react-query';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { wishArtist } from '#src/features/favorites/change/change-favorites.ts';
import { ownArtistsQuery } from '#src/features/favorites/change/own-favorites.query.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import styles from './own-favorites.module.css';
import { OwnList } from './own-list.tsx';
import { RemovalHeart } from './removal-heart.tsx';

/** The member's favourite artists. */
export function OwnArtistList({ userId, nowMs }: { userId: string; nowMs: number }) {
  const browser = useBrowser();
  const text = useText();
  const relative = useRelative();
  const language = useLanguage();
  const { data, isError, refetch } = useQuery({ ...ownArtistsQuery(userId, language), staleTime: 0 });
  const rows = data?.artists.map(({ artist_name, added_date }) => (
    <li key={artist_name}>
      <Link className={styles.artist} to={artistPath(language, DEFAULT_STREAM, artist_name)}>
        <span className={styles.disc}>
          <ArtistCover artist={artist_name} />
        </span>
        <span>
          <b>{artist_name}</b>
          <span>{relative(added_date, nowMs)}</span>
        </span>
      </Link>
      <RemovalHeart
        name={text('track.favorite.artist-of', { artist: artist_name })}
        removed={artist_name}
        change={(isWanted) => wishArtist(browser, { userId, language }, artist_name, isWanted)}
      />
    </li>
  ));
  return (
    <OwnList
      title={text('members.lovepuls.artists-title')}
      rows={rows ?? null}
      hasFailed={isError}
      onRetry={() => void refetch()}
      empty={
        <>
          <p>{text('members.profile.artists-empty')}</p>
          <p>{text('members.profile.artists-hint')}</p>
        </>
      }
    />
  );
}
