import * as z from 'zod';
import { ARTIST_TRACKS_COUNT } from '#src/contract/limits.ts';
import { foldText } from '#src/contract/titles.ts';
import type { Database } from '#src/db/database.ts';
import { type Endpoint, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { limitParameter } from '#src/platform/wire/limit-parameter.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { findSong } from './find-song.server.ts';
import { hasMedia, SONG_COLUMNS, type SongColumns, songRow } from './song-row.server.ts';
import type { ArtistTrack } from './track.wire.ts';

const LIMIT_MAX = 50;

/** `artist-tracks` (wire.md). */
export function artistTracksEndpoint(services: {
  db: Database;
  settings: { mediaBaseUrl: string };
}): Endpoint {
  return {
    GET: wireMethod({
      query: z.object({
        artist: z.string(),
        limit: limitParameter({ standard: ARTIST_TRACKS_COUNT, max: LIMIT_MAX }),
        exclude: z.string().optional(),
      }),
      body: nothing,
      cacheControl: 'public, max-age=10',
      async run({ query }) {
        const { artist, limit, exclude } = query;
        const left = exclude === undefined ? null : await findSong(services.db, exclude);
        const songs = await findArtistSongs(services.db, artist, left === null ? limit : limit + 1);
        const rows = songs.filter(({ id }) => id !== left?.id).slice(0, limit);
        return dataReply(rows.map((song) => artistTrack(song, services.settings.mediaBaseUrl)));
      },
    }),
  };
}

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
    ...songRow(song, mediaBaseUrl),
    first: song.first_played_ms === null ? null : new Date(song.first_played_ms).toISOString(),
    nb_diff: song.play_count,
  };
}
