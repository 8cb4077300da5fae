import * as z from 'zod';
import { ARTIST_TRACKS_COUNT, LIST_KEPT_SECONDS, ROWS_MAX } from '#src/contract/limits.ts';
import type { Services } from '#src/features/services.server.ts';
import { limitParameter, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply, isoTime } from '#src/platform/wire/wire-reply.ts';
import { artistTrack, findCalledArtist, findSongsUnder } from '#src/records/songs/find-artist.ts';
import { findSong, findVideoOfSong } from '#src/records/songs/find-song.ts';
import { listedTrack } from '#src/records/songs/listed-track.ts';
import { artistTracksSchema } from '#src/records/songs/listed-track.wire.ts';
import { videoAddress } from '#src/station/media-addresses.ts';
import { type TrackInfo, trackInfoSchema } from './track.wire.ts';

/** `track-details` [W24] */
export function trackDetailsEndpoint(services: Pick<Services, 'db' | 'content' | 'settings'>) {
  return {
    GET: wireMethod({
      query: z.object({ title: z.string() }),
      body: nothing,
      reply: trackInfoSchema,
      keptSeconds: LIST_KEPT_SECONDS,
      async run({ query }) {
        const song = await findSong(services.db, query.title);
        if (song === null) throw new WireError('track_not_found');
        const { mediaBaseUrl } = services.settings;
        const media = await services.db
          .selectFrom('media')
          .select('has_cover')
          .where('song_id', '=', song.id)
          .execute();
        const row = listedTrack({ ...song, has_media: media.length > 0 ? 1 : 0 }, mediaBaseUrl);
        const hasVideo = (await findVideoOfSong(services.db, song, services.content.videos)) !== null;
        const info: TrackInfo = {
          ...row,
          first: isoTime(song.first_played_ms),
          nb_diff: song.play_count,
          dl_vid: hasVideo ? 1 : 0,
          video: hasVideo ? videoAddress(song.slug, mediaBaseUrl) : '',
          pochette_ok: media.some(({ has_cover }) => has_cover === 1) ? row.pochette : '',
        };
        return dataReply(info);
      },
    }),
  };
}

/** `artist-tracks` [W25] */
export function artistTracksEndpoint(services: Pick<Services, 'db' | 'content' | 'settings'>) {
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
        const key = await findCalledArtist(services, artist);
        const songs = await findSongsUnder(services.db, key, left === null ? limit : limit + 1);
        const rows = songs.filter(({ id }) => id !== left?.id).slice(0, limit);
        return dataReply(rows.map((song) => artistTrack(song, services.settings.mediaBaseUrl)));
      },
    }),
  };
}
