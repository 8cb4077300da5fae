import * as z from 'zod';
import { ARTIST_TRACKS_COUNT, LIST_KEPT_SECONDS, ROWS_MAX } from '#src/contract/limits.ts';
import type { Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { limitParameter } from '#src/platform/wire/limit-parameter.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { artistTrack, findArtistSongs } from '#src/records/songs/find-artist.ts';
import { findSong } from '#src/records/songs/find-song.ts';
import { artistTracksSchema } from '#src/records/songs/listed-track.wire.ts';

/** `artist-tracks` [W25] */
export function artistTracksEndpoint(services: Pick<Services, 'db' | 'settings'>) {
  return {
    GET: wireMethod({
      query: z.object({
        artist: z.string(),
        limit: limitParameter({ standard: ARTIST_TRACKS_COUNT, max: ROWS_MAX }),
        exclude: z.string().optional(),
      }),
      body: nothing,
      reply: artistTracksSchema,
      keptSeconds: LIST_KEPT_SECONDS,
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
