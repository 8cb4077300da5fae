import { foldArtist } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { hasMedia, listedTrack, SONG_COLUMNS, type SongColumns } from './listed-track.ts';
import type { ArtistTrack } from './listed-track.wire.ts';
import { findPresentArtist } from './song-names.ts';

export interface ArtistSong extends SongColumns {
  id: number;
  first_played_ms: number | null;
  play_count: number;
}

/**
 * The name by which an artist's songs and hearts are found: that of the main artist, and the present one for a name that
 * was corrected since.
 */
export async function findArtistKey(db: Database, artist: string): Promise<string> {
  const folded = foldArtist(artist);
  const song = await db
    .selectFrom('songs')
    .select('id')
    .where('artist_folded', '=', folded)
    .limit(1)
    .executeTakeFirst();
  return song === undefined ? ((await findPresentArtist(db, folded)) ?? folded) : folded;
}

/** An artist's songs, latest first play first; what waits for its first play comes last. */
export async function findArtistSongs(db: Database, artist: string, limit: number): Promise<ArtistSong[]> {
  const artistFolded = await findArtistKey(db, artist);
  const songs = db
    .selectFrom('songs')
    .select([...SONG_COLUMNS, 'songs.id', 'songs.first_played_ms', 'songs.play_count', hasMedia])
    .where('songs.artist_folded', '=', artistFolded);
  const played = await songs
    .where('songs.first_played_ms', 'is not', null)
    .orderBy('songs.first_played_ms', 'desc')
    .limit(limit)
    .execute();
  if (played.length === limit) return played;
  const waiting = await songs
    .where('songs.first_played_ms', 'is', null)
    .orderBy('songs.id', 'desc')
    .limit(limit - played.length)
    .execute();
  return [...played, ...waiting];
}

export function artistTrack(song: ArtistSong, mediaBaseUrl: string): ArtistTrack {
  return {
    ...listedTrack(song, mediaBaseUrl),
    first: song.first_played_ms === null ? null : new Date(song.first_played_ms).toISOString(),
    nb_diff: song.play_count,
  };
}
