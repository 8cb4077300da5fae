import { fullTitle } from '#src/contract/full-title.ts';
import { foldArtist, foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { ForeignKeyViolation } from '#src/db/errors/database-errors.ts';
import { holdAccount } from '#src/members/session/session.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { lockChartWindow } from '#src/records/charts/chart-counts.ts';
import { findArtistKey, findCalledArtist, findKnownArtist } from '#src/records/songs/find-artist.ts';
import { findSong, findSongByTitle, keepSongs, onSong } from '#src/records/songs/find-song.ts';
import { wasBy } from '#src/records/songs/song-names.ts';
import type { Biographies } from '#src/station/biographies/biographies.ts';

export interface FavoriteServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly content: { readonly biographies: Biographies };
}

/** A track as the wire names it. */
interface NamedTrack {
  readonly track_title: string;
  readonly artist_name: string;
}

export async function isFavoriteTrack(db: Database, userId: string, track: NamedTrack): Promise<boolean> {
  const song = await findNamed(db, track);
  if (song === null) return false;
  const row = await db
    .selectFrom('favorite_tracks')
    .select('id')
    .where('user_id', '=', userId)
    .where('song_id', '=', song.id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isFavoriteArtist(
  services: Pick<FavoriteServices, 'db' | 'content'>,
  userId: string,
  artist: string,
): Promise<boolean> {
  const row = await services.db
    .selectFrom('favorite_artists')
    .select('artist_folded')
    .where('user_id', '=', userId)
    .where('artist_folded', 'in', [foldArtist(artist), await findCalledArtist(services, artist)])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Adding again changes nothing.
 * @throws {WireError} `track_not_found`, and `authentication_required` when the account went
 */
export async function addFavoriteTrack(
  { db, clock }: Pick<FavoriteServices, 'db' | 'clock'>,
  userId: string,
  track: NamedTrack,
): Promise<void> {
  const added = await onSong(
    () => findNamed(db, track),
    (song) =>
      db.transaction().execute(async (trx) => {
        await keepSongs(trx, [song.id]);
        await trx
          .insertInto('favorite_tracks')
          .values({ user_id: userId, song_id: song.id, added_ms: clock.nowMs() })
          .onConflict((conflict) => conflict.columns(['user_id', 'song_id']).doNothing())
          .execute();
        return true;
      }),
  ).catch(refuseGone);
  if (added === null) throw new WireError('track_not_found');
}

/** A song that becomes one with another meanwhile takes the heart along: then it is removed there. */
export async function removeFavoriteTrack(db: Database, userId: string, track: NamedTrack): Promise<void> {
  const find = () => findNamed(db, track);
  let last: number | null = null;
  for (let song = await find(); song !== null && song.id !== last; song = await find()) {
    last = song.id;
    await db
      .deleteFrom('favorite_tracks')
      .where('user_id', '=', userId)
      .where('song_id', '=', song.id)
      .execute();
  }
}

/**
 * The name is kept as the radio writes it; adding again changes nothing.
 * @throws {WireError} `artist_not_found`, for the blank of tracks without an artist too, and `authentication_required`
 * when the account went [R30]
 */
export async function addFavoriteArtist(
  services: FavoriteServices,
  userId: string,
  artist: string,
): Promise<void> {
  if (foldText(artist) === '') throw new WireError('artist_not_found');
  const { db, clock, content } = services;
  const add = async (trx: Database) => {
    // Hearts follow a name that is corrected: no one is corrected between the look and the row.
    await holdAccount(trx, userId);
    await lockChartWindow(trx);
    const known = await findKnownArtist({ db: trx, content }, artist, 1);
    if (known === null) throw new WireError('artist_not_found');
    const { name } = known;
    await trx
      .insertInto('favorite_artists')
      .values({
        user_id: userId,
        artist_folded: foldArtist(name),
        artist_name: name,
        added_ms: clock.nowMs(),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'artist_folded']).doNothing())
      .execute();
  };
  await db.transaction().execute(add).catch(refuseGone);
}

/**
 * A heart that follows a corrected name meanwhile is removed there. A name in capitals means another one only where the
 * member loves nobody of the name itself.
 */
export async function removeFavoriteArtist(
  services: Pick<FavoriteServices, 'db' | 'content'>,
  userId: string,
  artist: string,
): Promise<void> {
  const { db } = services;
  const remove = async (keys: readonly string[]) => {
    const { numDeletedRows } = await db
      .deleteFrom('favorite_artists')
      .where('user_id', '=', userId)
      .where('artist_folded', 'in', keys)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  };
  const find = () => findArtistKey(db, artist);
  let isRemoved = false;
  let last: string | null = null;
  for (let key = await find(); key !== last; key = await find()) {
    last = key;
    isRemoved = (await remove([foldArtist(artist), key])) || isRemoved;
  }
  if (!isRemoved) await remove([await findCalledArtist(services, artist)]);
}

/** The account went between the check of its token and the row. */
function refuseGone(cause: unknown): never {
  if (cause instanceof ForeignKeyViolation) throw new WireError('authentication_required', { cause });
  throw cause;
}

/** By artist and title, as pages have them, else by the full title or slug of a track of that artist. */
async function findNamed(db: Database, { artist_name, track_title }: NamedTrack) {
  const song = await findSongByTitle(db, fullTitle(artist_name, track_title));
  if (song !== null) return song;
  const named = await findSong(db, track_title);
  if (named === null) return null;
  const artist = foldArtist(artist_name);
  return artist === named.artist_folded || (await wasBy(db, named.id, artist)) ? named : null;
}
