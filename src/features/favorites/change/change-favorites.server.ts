import { foldText, fullTitle } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { ForeignKeyViolation } from '#src/db/errors/constraint-violations.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { findArtistSongs } from '#src/records/songs/artist-songs.ts';
import { findSongByTitle } from '#src/records/songs/find-song.ts';
import { type Biographies, findBiography } from '#src/station/biographies/biographies.ts';

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
  const row = await db
    .selectFrom('favorite_tracks')
    .innerJoin('songs', 'songs.id', 'favorite_tracks.song_id')
    .select('favorite_tracks.id')
    .where('favorite_tracks.user_id', '=', userId)
    .where('songs.folded', '=', foldedTitle(track))
    .executeTakeFirst();
  return row !== undefined;
}

export async function isFavoriteArtist(db: Database, userId: string, artist: string): Promise<boolean> {
  const row = await db
    .selectFrom('favorite_artists')
    .select('artist_folded')
    .where('user_id', '=', userId)
    .where('artist_folded', '=', foldText(artist))
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
  { artist_name, track_title }: NamedTrack,
): Promise<void> {
  const song = await findSongByTitle(db, fullTitle(artist_name, track_title));
  if (song === null) throw new WireError('track_not_found');
  await db
    .insertInto('favorite_tracks')
    .values({ user_id: userId, song_id: song.id, added_ms: clock.nowMs() })
    .onConflict((conflict) => conflict.columns(['user_id', 'song_id']).doNothing())
    .execute()
    .catch(refuseGone);
}

export async function removeFavoriteTrack(db: Database, userId: string, track: NamedTrack): Promise<void> {
  await db
    .deleteFrom('favorite_tracks')
    .where('user_id', '=', userId)
    .where('song_id', 'in', ({ selectFrom }) =>
      selectFrom('songs').select('id').where('folded', '=', foldedTitle(track)),
    )
    .execute();
}

/**
 * The name is kept as the radio writes it; adding again changes nothing.
 * @throws {WireError} `artist_not_found`, for the blank of tracks without an artist too, and `authentication_required`
 * when the account went [R30]
 */
export async function addFavoriteArtist(
  { db, clock, content }: FavoriteServices,
  userId: string,
  artist: string,
): Promise<void> {
  if (foldText(artist) === '') throw new WireError('artist_not_found');
  const [song] = await findArtistSongs(db, artist, 1);
  const biography = song === undefined ? findBiography(content.biographies, artist) : null;
  const name = song?.artist ?? biography?.name ?? biography?.folder;
  if (name === undefined) throw new WireError('artist_not_found');
  await db
    .insertInto('favorite_artists')
    .values({ user_id: userId, artist_folded: foldText(name), artist_name: name, added_ms: clock.nowMs() })
    .onConflict((conflict) => conflict.columns(['user_id', 'artist_folded']).doNothing())
    .execute()
    .catch(refuseGone);
}

export async function removeFavoriteArtist(db: Database, userId: string, artist: string): Promise<void> {
  await db
    .deleteFrom('favorite_artists')
    .where('user_id', '=', userId)
    .where('artist_folded', '=', foldText(artist))
    .execute();
}

/** The account went between the check of its token and the row. */
function refuseGone(cause: unknown): never {
  if (cause instanceof ForeignKeyViolation) throw new WireError('authentication_required', { cause });
  throw cause;
}

function foldedTitle({ artist_name, track_title }: NamedTrack): string {
  return foldText(fullTitle(artist_name, track_title));
}
