import * as z from 'zod/mini';
import { mediaOf, namedByTitle, toldTrackSchema as rowSchema } from '#src/records/songs/listed-track.wire.ts';
import type { TrackInfo } from './track.wire.ts';

const toldSchema = z.extend(rowSchema, {
  first: z._default(z.nullable(z.string()), null),
  nb_diff: z._default(z.number(), 0),
  dl_vid: z._default(z.number(), 0),
  video: z.optional(z.string()),
  pochette_ok: z._default(z.string(), ''),
});

/** `data` of `track-details` as a page reads it: what it does not say of a track follows from its title [A85]. */
export const toldTrackSchema = z.pipe(
  toldSchema,
  z.transform(
    (told): TrackInfo => ({
      ...namedByTitle(told),
      video: told.video ?? (told.dl_vid === 1 ? mediaOf(told, 'videos', 'mp4') : ''),
    }),
  ),
);
