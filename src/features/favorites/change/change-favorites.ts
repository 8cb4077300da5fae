import type { Language } from '#src/contract/languages.ts';
import { foldArtist, foldText, mainArtist } from '#src/contract/titles.ts';
import type { FavoriteTrack } from '#src/features/favorites/favorites.wire.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { radioNowMs } from '#src/page/on-air/radio-time.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import type { PageQuery } from '#src/page/wire/page-query.ts';
import { queriesOf } from '#src/page/wire/query-client.ts';
import { ownArtistsQuery, ownTracksQuery } from './own-favorites.query.ts';

/** The member who wants it, and the language of the page. */
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
  const add = { endpoint: 'favorites&action=add', method: 'POST', language, body } as const;
  const remove = { endpoint: 'favorites&action=remove', method: 'DELETE', language, body } as const;
  const folded = foldText(track.titre);
  // A page may show a title that has been corrected since.
  const isOther = ({ full_title, former_titles = [] }: FavoriteTrack) =>
    foldText(full_title) !== folded && !former_titles.includes(folded);
  const row = {
    id: 0,
    user_id: userId,
    full_title: track.titre,
    track_title: track.title,
    artist_name: track.artist,
    slug: track.slug,
    pochette: track.pochette,
    preview: track.preview ?? '',
    added_date: addedNow(browser),
  };
  await wish(browser, `${userId} track ${folded}`, isWanted, {
    show: (isFavorite) =>
      showIn(browser, ownTracksQuery(userId, language), ({ favorites }) => {
        const others = favorites.filter(isOther);
        return { favorites: isFavorite ? [row, ...others] : others };
      }),
    send: (isFavorite) =>
      isFavorite ? callWire(browser, add, importNothing) : callWire(browser, remove, importNothing),
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
  const add = { endpoint: 'favorites&action=add_artist', method: 'POST', language, body } as const;
  const remove = { endpoint: 'favorites&action=remove_artist', method: 'DELETE', language, body } as const;
  const folded = foldArtist(artist);
  const isOther = (row: { artist_name: string }) => foldArtist(row.artist_name) !== folded;
  const row = {
    ...body,
    artist_name: mainArtist(artist),
    pochette: '',
    added_date: addedNow(browser),
  };
  await wish(browser, `${userId} artist ${folded}`, isWanted, {
    show: (isFavorite) =>
      showIn(browser, ownArtistsQuery(userId, language), ({ artists }) => {
        const others = artists.filter(isOther);
        return { artists: isFavorite ? [row, ...others] : others };
      }),
    send: (isFavorite) =>
      isFavorite ? callWire(browser, add, importNothing) : callWire(browser, remove, importNothing),
  });
}

/** The date of a favourite until the list is asked for again: by the radio's time, like those of its answers [R240]. */
function addedNow(browser: Browser): string {
  return new Date(radioNowMs(queriesOf(browser))).toISOString();
}

/** Asks for the lists anew also where it failed: an answer that got lost may have been of a wish that was kept [R43]. */
async function wish(browser: Browser, key: string, isWanted: boolean, change: FavoriteChange): Promise<void> {
  let isLast = true;
  try {
    isLast = await wishesOf(browser).wish(key, isWanted, change);
  } finally {
    if (isLast)
      void memberChangesOf(browser).tell([
        'favorites&action=list',
        'favorites&action=list_artists',
        'favorites&action=count',
        'user-favorites',
      ]);
  }
}

/**
 * Shows the change in a list that is known; an unknown one is asked for when the change is kept. An answer that is on its
 * way was made before the change and must not come after it, so it is given up.
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

/** How one track or artist is shown and sent as a favourite or none. */
export interface FavoriteChange {
  show(isFavorite: boolean): Promise<void>;
  /** @throws {CallError} */
  send(isFavorite: boolean): Promise<unknown>;
}

/**
 * Shows at once what a member wants, and tells the server one wish after the other, so that the last one counts however
 * fast they come [R43].
 */
export class FavoriteWishes {
  readonly #wanted = new Map<string, boolean>();

  /**
   * Gives true once the last wish has been kept; false when an earlier one is still on its way and sees to this one too.
   * @param key the same for every wish about the same thing
   * @throws what `send` threw; then shows again what the server has
   */
  async wish(key: string, isWanted: boolean, change: FavoriteChange): Promise<boolean> {
    const isOnItsWay = this.#wanted.has(key);
    this.#wanted.set(key, isWanted);
    await change.show(isWanted);
    if (isOnItsWay) return false;
    let stands = !isWanted;
    try {
      for (;;) {
        const next = this.#wanted.get(key);
        if (next === undefined || next === stands) return true;
        await change.send(next);
        stands = next;
        // A list that has come meanwhile may have been made before.
        await change.show(this.#wanted.get(key) ?? stands);
      }
    } catch (error) {
      await change.show(stands);
      throw error;
    } finally {
      this.#wanted.delete(key);
    }
  }
}
