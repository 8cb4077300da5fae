import type { Language } from '#src/contract/languages.ts';
import { foldArtist, foldText, mainArtist } from '#src/contract/titles.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import type { PageQuery } from '#src/page/wire/page-query.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { type FavoriteChange, FavoriteWishes } from './favorite-wishes.ts';
import { ownArtistsQuery, ownTracksQuery } from './own-favorites.query.ts';

/** Who wants it. */
export interface Wisher {
  readonly userId: string;
  readonly language: Language;
}

/** A track of any list. */
export interface LovedTrack {
  /** The full title. */
  readonly titre: string;
  readonly artist: string;
  readonly title: string;
  readonly slug: string;
  readonly pochette: string;
  readonly preview?: string;
}

const wishesOf = onePerPage(() => new FavoriteWishes());

/**
 * Makes a track a favourite or none, at once on every screen.
 * @throws {CallError} when it was not kept
 */
export async function wishTrack(
  browser: Browser,
  { userId, language }: Wisher,
  track: LovedTrack,
  isWanted: boolean,
): Promise<void> {
  const body = { user_id: userId, track_title: track.title, artist_name: track.artist };
  const folded = foldText(track.titre);
  const isOther = (row: { full_title: string }) => foldText(row.full_title) !== folded;
  const row = {
    id: 0,
    user_id: userId,
    full_title: track.titre,
    track_title: track.title,
    artist_name: track.artist,
    slug: track.slug,
    pochette: track.pochette,
    preview: track.preview ?? '',
    added_date: new Date().toISOString(),
  };
  await wish(browser, `${userId} track ${folded}`, isWanted, {
    show: (isFavorite) =>
      showIn(browser, ownTracksQuery(userId, language), ({ favorites }) => {
        const others = favorites.filter(isOther);
        return { favorites: isFavorite ? [row, ...others] : others };
      }),
    send: (isFavorite) =>
      isFavorite
        ? callWire(
            browser,
            { endpoint: 'favorites&action=add', method: 'POST', language, body },
            importNothing,
          )
        : callWire(
            browser,
            { endpoint: 'favorites&action=remove', method: 'DELETE', language, body },
            importNothing,
          ),
  });
}

/** The same for an artist. */
export async function wishArtist(
  browser: Browser,
  { userId, language }: Wisher,
  artist: string,
  isWanted: boolean,
): Promise<void> {
  const body = { user_id: userId, artist_name: artist };
  const folded = foldArtist(artist);
  const isOther = (row: { artist_name: string }) => foldArtist(row.artist_name) !== folded;
  const row = {
    ...body,
    artist_name: mainArtist(artist),
    pochette: '',
    added_date: new Date().toISOString(),
  };
  await wish(browser, `${userId} artist ${folded}`, isWanted, {
    show: (isFavorite) =>
      showIn(browser, ownArtistsQuery(userId, language), ({ artists }) => {
        const others = artists.filter(isOther);
        return { artists: isFavorite ? [row, ...others] : others };
      }),
    send: (isFavorite) =>
      isFavorite
        ? callWire(
            browser,
            { endpoint: 'favorites&action=add_artist', method: 'POST', language, body },
            importNothing,
          )
        : callWire(
            browser,
            { endpoint: 'favorites&action=remove_artist', method: 'DELETE', language, body },
            importNothing,
          ),
  });
}

async function wish(browser: Browser, key: string, isWanted: boolean, change: FavoriteChange): Promise<void> {
  const isLast = await wishesOf(browser).wish(key, isWanted, change);
  if (!isLast) return;
  void memberChangesOf(browser).tell([
    'favorites&action=list',
    'favorites&action=list_artists',
    'favorites&action=count',
    'user-favorites',
  ]);
}

/**
 * Shows the change in a list that is known; another one is asked for again when the change is kept. An answer that is on
 * its way knows nothing of the change: it must not come after it.
 */
async function showIn<T extends object>(
  browser: Browser,
  { queryKey }: PageQuery<T>,
  change: (list: T) => T,
): Promise<void> {
  const queries = queriesOf(browser);
  if (queries.getQueryData(queryKey) === undefined) return;
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<T>(queryKey, (list) => list && change(list));
}
