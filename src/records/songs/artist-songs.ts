import { foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { hasMedia, listedTrack, SONG_COLUMNS, type SongColumns } from './listed-track.ts';
import type { ArtistTrack } from './listed-track.wire.ts';

export interface ArtistSong extends SongColumns {
  id: number;
  first_played_ms: number | null;
  play_count: number;
}

/** An artist's songs, latest first play first; what waits for its first play comes last. */
export async function findArtistSongs(db: Database, artist: string, limit: number): Promise<ArtistSong[]> {
  const songs = db
    .selectFrom('songs')
    .select([...SONG_COLUMNS, 'songs.id', 'songs.first_played_ms', 'songs.play_count', hasMedia])
    .where('songs.artist_folded', '=', foldText(artist));
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
