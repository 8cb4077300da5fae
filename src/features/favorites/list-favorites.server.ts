import type { Database } from '#src/db/database.ts';
import type { MemberPart } from '#src/features/accounts/services/member-part.server.ts';
import { hasMedia, listedTrack, SONG_COLUMNS } from '#src/records/songs/listed-track.ts';
import type { FavoriteArtist, FavoritesCount, FavoriteTrack } from './favorites.wire.ts';

/** A member's favourite tracks, newest first. */
export async function listFavoriteTracks(
  db: Database,
  userId: string,
  mediaBaseUrl: string,
): Promise<FavoriteTrack[]> {
  const rows = await db
    .selectFrom('favorite_tracks')
    .innerJoin('songs', 'songs.id', 'favorite_tracks.song_id')
    .select(['favorite_tracks.id', 'favorite_tracks.added_ms', ...SONG_COLUMNS])
    .select(hasMedia)
    .where('favorite_tracks.user_id', '=', userId)
    .orderBy('favorite_tracks.added_ms', 'desc')
    .orderBy('favorite_tracks.id', 'desc')
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

/** A member's favourite artists, newest first. */
export async function listFavoriteArtists(db: Database, userId: string): Promise<FavoriteArtist[]> {
  const rows = await db
    .selectFrom('favorite_artists')
    .select(['artist_name', 'added_ms'])
    .where('user_id', '=', userId)
    .orderBy('added_ms', 'desc')
    .orderBy('artist_folded')
    .execute();
  return rows.map(({ artist_name, added_ms }) => ({
    artist_name,
    added_date: new Date(added_ms).toISOString(),
  }));
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
export const favoritesPart: MemberPart = {
  name: 'favorites',
  exportOf: async (db, userId) => ({
    tracks: await listFavoriteTracks(db, userId, ''),
    artists: await listFavoriteArtists(db, userId),
  }),
};
