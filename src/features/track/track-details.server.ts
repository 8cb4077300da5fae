import * as z from 'zod';
import { LIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { findSong } from '#src/records/songs/find-song.ts';
import { listedTrack } from '#src/records/songs/listed-track.ts';
import { findVideoOfSong } from '#src/records/songs/song-media.ts';
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
          first: song.first_played_ms === null ? null : new Date(song.first_played_ms).toISOString(),
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
