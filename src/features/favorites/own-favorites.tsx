import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath, homePath, memberPath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { FavoriteTrackRow } from './favorite-track-row.tsx';
import styles from './own-favorites.module.css';
import { memberPageQuery } from './user-favorites.query.ts';
import type { MemberPage } from './user-favorites.wire.ts';

const SHOWN = 5;

/** The latest tracks and artists that the member loves; the public page has them all. */
export function OwnFavorites({ pseudo }: { pseudo: string }) {
  const text = useText();
  const { data, isError, refetch } = useQuery({ ...memberPageQuery(pseudo, useLanguage()), staleTime: 0 });
  if (data !== undefined) return <Lists member={data} />;
  if (!isError) return null;
  return (
    <Notice
      title={text('members.profile.favorites-error')}
      action={
        <Button look="line" onClick={() => refetch()}>
          <Icon name="again" size={18} />
          {text('frame.retry')}
        </Button>
      }
    />
  );
}

function Lists({ member }: { member: MemberPage }) {
  const text = useText();
  const relative = useRelative();
  const language = useLanguage();
  const [nowMs] = useState(() => Date.now());
  const { user, favorites, favorite_artists, favorite_stream_id } = member;
  if (favorites.length + favorite_artists.length === 0) return <Empty streamId={favorite_stream_id} />;
  return (
    <div className={styles.lists}>
      {favorites.length > 0 && (
        <List title={text('members.lovepuls.tracks-title')} pseudo={user.pseudo}>
          {favorites.slice(0, SHOWN).map((track) => (
            <FavoriteTrackRow key={track.id} track={track} streamId={favorite_stream_id} nowMs={nowMs} />
          ))}
        </List>
      )}
      {favorite_artists.length > 0 && (
        <List title={text('members.lovepuls.artists-title')} pseudo={user.pseudo}>
          {favorite_artists.slice(0, SHOWN).map(({ artist_name, added_date }) => (
            <li key={artist_name} className={styles.artist}>
              <Link to={artistPath(language, DEFAULT_STREAM, artist_name)}>
                <span className={styles.disc}>
                  <ArtistCover artist={artist_name} />
                </span>
                <span>
                  <b>{artist_name}</b>
                  <span>{relative(added_date, nowMs)}</span>
                </span>
              </Link>
            </li>
          ))}
        </List>
      )}
    </div>
  );
}

/** Shown without favourites: what will be here, and how to make some. */
function Empty({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  return (
    <div className={styles.empty}>
      <p>{text('members.lovepuls.empty')}</p>
      <p>{text('members.lovepuls.empty-text')}</p>
      <Link to={homePath(language, streamId)} className={buttonClass('line')}>
        <Icon name="play" size={18} />
        {text('members.profile.listen')}
      </Link>
    </div>
  );
}

function List(props: { title: string; pseudo: string; children: ReactNode }) {
  const text = useText();
  const titleId = useId();
  const linkId = useId();
  return (
    <section aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{props.title}</h2>
        <Link
          id={linkId}
          to={memberPath(useLanguage(), props.pseudo)}
          aria-labelledby={`${linkId} ${titleId}`}
        >
          {text('members.lovepuls.all')}
        </Link>
      </header>
      <ul>{props.children}</ul>
    </section>
  );
}
