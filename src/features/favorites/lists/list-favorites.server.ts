import type { Database } from '#src/db/database.ts';
import type {
  FavoriteArtist,
  FavoritesCount,
  FavoriteTrack,
} from '#src/features/favorites/favorites.wire.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { hasMedia, listedTrack, SONG_COLUMNS } from '#src/records/songs/listed-track.ts';
import { coverAddress } from '#src/station/media-addresses.ts';

/** The largest number of rows that both engines take for a limit. */
const ALL = 2 ** 31 - 1;

/**
 * A member's favourite tracks, newest first.
 * @param most rows; all of them by default
 */
export async function listFavoriteTracks(
  db: Database,
  userId: string,
  mediaBaseUrl: string,
  most: number = ALL,
): Promise<(FavoriteTrack & { readonly id: number })[]> {
  const rows = await db
    .selectFrom('favorite_tracks')
    .innerJoin('songs', 'songs.id', 'favorite_tracks.song_id')
    .select(['favorite_tracks.id', 'favorite_tracks.added_ms', ...SONG_COLUMNS])
    .select(hasMedia)
    .where('favorite_tracks.user_id', '=', userId)
    .orderBy('favorite_tracks.added_ms', 'desc')
    .orderBy('favorite_tracks.id', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => {
    const { titre, artist, title, slug, pochette, preview } = listedTrack(row, mediaBaseUrl);
    return {
      id: row.id,
      full_title: titre,
      track_title: title,
      artist_name: artist,
      slug,
      pochette,
      preview,
      added_date: new Date(row.added_ms).toISOString(),
    };
  });
}

/** The titles that a member's favourite tracks had, folded, by the `id` of the favourite [R127]. */
export async function formerTitlesOfFavorites(
  db: Database,
  userId: string,
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db
    .selectFrom('favorite_tracks')
    .innerJoin('song_names', 'song_names.song_id', 'favorite_tracks.song_id')
    .select(['favorite_tracks.id', 'song_names.name'])
    .where('favorite_tracks.user_id', '=', userId)
    .where('song_names.kind', '=', 'title')
    .orderBy('song_names.name')
    .execute();
  const named = Map.groupBy(rows, ({ id }) => id);
  return new Map([...named].map(([id, names]) => [id, names.map(({ name }) => name)]));
}

/** In the place of a cover, of an artist whom a biography alone knows: the station's icon. */
const ICON = '/icon-512.png';

/**
 * A member's favourite artists, newest first, each with the cover of the latest track.
 * @param most rows; all of them by default
 */
export async function listFavoriteArtists(
  db: Database,
  userId: string,
  mediaBaseUrl: string,
  most: number = ALL,
): Promise<FavoriteArtist[]> {
  const rows = await newestArtists(db, userId, most).execute();
  const slugs = await latestSlugs(db, userId, most);
  const pochetteOf = (slug: string | undefined) => (slug ? coverAddress(slug, mediaBaseUrl) : ICON);
  return rows.map(({ artist_folded, artist_name, added_ms }) => ({
    artist_name,
    pochette: pochetteOf(slugs.get(artist_folded)),
    added_date: new Date(added_ms).toISOString(),
  }));
}

function newestArtists(db: Database, userId: string, most: number) {
  return db
    .selectFrom('favorite_artists')
    .select(['artist_folded', 'artist_name', 'added_ms'])
    .where('user_id', '=', userId)
    .orderBy('added_ms', 'desc')
    .orderBy('artist_folded')
    .limit(most);
}

/** The latest track of each of the newest favourite artists, by first play as everywhere. */
async function latestSlugs(db: Database, userId: string, most: number): Promise<ReadonlyMap<string, string>> {
  const ranked = db
    .selectFrom(newestArtists(db, userId, most).as('artists'))
    .innerJoin('songs', 'songs.artist_folded', 'artists.artist_folded')
    .select(({ fn }) => [
      'songs.artist_folded',
      'songs.slug',
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('songs.artist_folded')
            .orderBy((eb) => eb.fn.coalesce('songs.first_played_ms', eb.lit(0)), 'desc')
            .orderBy('songs.id', 'desc'),
        )
        .as('rank'),
    ]);
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .select(['artist_folded', 'slug'])
    .where('rank', '=', 1)
    .execute();
  return new Map(rows.map(({ artist_folded, slug }) => [artist_folded, slug]));
}

export async function countFavorites(db: Database, userId: string): Promise<FavoritesCount> {
  const countOf = async (table: 'favorite_tracks' | 'favorite_artists') => {
    const counted = db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where('user_id', '=', userId);
    return (await counted.executeTakeFirstOrThrow()).rows;
  };
  const [tracks, artists] = await Promise.all([countOf('favorite_tracks'), countOf('favorite_artists')]);
  return { count: tracks + artists, tracks, artists };
}

/** For the export. */
export const favoritesData: MemberData = {
  name: 'favorites',
  exportOf: async (db, userId) => ({
    tracks: await listFavoriteTracks(db, userId, ''),
    artists: await listFavoriteArtists(db, userId, ''),
  }),
};
