import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { wishArtist, wishTrack } from '#src/features/favorites/change/change-favorites.ts';
import { ownArtistsQuery, ownTracksQuery } from '#src/features/favorites/change/own-favorites.query.ts';
import { Heart, useRefusedFavorite } from '#src/features/favorites/hearts/heart.tsx';
import { FavoriteTrackRow, SectionHead, useBeginning } from '#src/features/favorites/lists/favorite-list.tsx';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useRelative } from '#src/i18n/formats/use-relative.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamOfPath } from '#src/page/address/address-rules.ts';
import { artistPath, streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { ArtistCover } from '#src/page/on-air/artist-cover.tsx';
import { useNow } from '#src/page/use-now.ts';
import { RetryNotice } from '#src/page/wire/retry-notice.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './own-favorites.module.css';

/** The tracks and artists that the member loves, each with the heart that removes it. */
export function OwnFavorites({ userId }: { userId: string }) {
  const nowMs = useNow(Date.now());
  return (
    <div className={styles.lists}>
      <OwnTrackList userId={userId} nowMs={nowMs} />
      <OwnArtistList userId={userId} nowMs={nowMs} />
    </div>
  );
}

/** The member's favourite artists. */
function OwnArtistList({ userId, nowMs }: { userId: string; nowMs: number }) {
  const browser = useBrowser();
  const text = useText();
  const relative = useRelative();
  const language = useLanguage();
  const streamId = useOwnStream();
  const { data, error, refetch } = useQuery({ ...ownArtistsQuery(userId, language), staleTime: 0 });
  const rows = data?.artists.map(({ artist_name, added_date }) => (
    <li key={artist_name}>
      <Link className={styles.artist} to={artistPath(language, streamId, artist_name)}>
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
      error={error}
      retry={refetch}
      empty={
        <>
          <p>{text('members.profile.artists-empty')}</p>
          <p>{text('members.profile.artists-hint')}</p>
          <Link to={streamPagePath(language, streamId, 'page-last20.html')} className={buttonClass('line')}>
            {text('frame.nav.latest')}
          </Link>
        </>
      }
    />
  );
}

/** The member's favourite tracks. */
function OwnTrackList({ userId, nowMs }: { userId: string; nowMs: number }) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const streamId = useOwnStream();
  const { data, error, refetch } = useQuery({ ...ownTracksQuery(userId, language), staleTime: 0 });
  const rows = data?.favorites.map((row) => {
    const track = { ...row, titre: row.full_title, artist: row.artist_name, title: row.track_title };
    return (
      <FavoriteTrackRow key={row.slug} track={row} streamId={streamId} leadsTo={streamId} nowMs={nowMs}>
        <RemovalHeart
          name={text('track.favorite-of', { track: row.full_title })}
          removed={row.track_title}
          change={(isWanted) => wishTrack(browser, { userId, language }, track, isWanted)}
        />
      </FavoriteTrackRow>
    );
  });
  return (
    <OwnList
      title={text('members.lovepuls.tracks-title')}
      rows={rows ?? null}
      error={error}
      retry={refetch}
      empty={
        <>
          <p>{text('members.lovepuls.empty')}</p>
          <p>{text('members.profile.tracks-hint')}</p>
          <Link to={streamPagePath(language, streamId, 'page-top20.html')} className={buttonClass('line')}>
            {text('members.profile.top20')}
          </Link>
        </>
      }
    />
  );
}

/** What is heard: another stream's address would begin that one. */
function useOwnStream(): StreamId {
  return useShownStream(streamOfPath(useAddress().pathname));
}

const SHOWN_AT_FIRST = 5;

/**
 * The member's favourites of one kind, newest first.
 * @param props.rows null while they are unknown
 * @param props.empty what stands there without any
 * @param props.error why they are unknown, once that is so
 */
function OwnList(props: {
  title: string;
  rows: readonly ReactNode[] | null;
  empty: ReactNode;
  error: Error | null;
  retry: () => unknown;
}) {
  const { title, rows, empty, error, retry } = props;
  const text = useText();
  const titleId = useId();
  const { shown, more, list } = useBeginning(rows ?? [], SHOWN_AT_FIRST, styles.more);
  if (rows === null) {
    if (error === null) return null;
    return <RetryNotice title={text('members.profile.favorites-error')} error={error} retry={retry} />;
  }
  return (
    // Takes the focus when the last row has gone.
    <section aria-labelledby={titleId} tabIndex={-1} className={styles.list}>
      <SectionHead id={titleId} title={title} count={rows.length} />
      {rows.length === 0 ? <div className={styles.empty}>{empty}</div> : <ul ref={list}>{shown}</ul>}
      {more}
    </section>
  );
}

/**
 * The heart of a row in the member's own list: takes the row out of it, and says how to undo that.
 * @param props.removed what the message calls it
 * @param props.change makes it a favourite or none; throws a CallError
 */
function RemovalHeart(props: {
  name: string;
  removed: string;
  change: (isWanted: boolean) => Promise<void>;
}) {
  const { name, removed, change } = props;
  const text = useText();
  const showToast = useToast();
  const tellRefusal = useRefusedFavorite();
  const remove = (button: HTMLElement) => {
    focusNeighbour(button);
    change(false).then(
      () =>
        showToast('success', text('members.profile.removed', { name: removed }), {
          label: text('members.profile.undo'),
          run: () => void change(true).catch(tellRefusal),
        }),
      tellRefusal,
    );
  };
  return <Heart isOn name={name} onPress={remove} />;
}

/** Moves the focus to the next row, or to the list: the row that has it is about to go. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? row?.closest('section');
  next?.focus({ preventScroll: true });
}
