import * as z from 'zod/mini';
import { splitFullTitle } from '#src/contract/full-title.ts';
import type { TrackInfo } from './track.wire.ts';

const text = z.optional(z.string());
const toldSchema = z.object({
  titre: z.string(),
  artist: text,
  title: text,
  slug: text,
  pochette: z._default(z.string(), ''),
  preview: z._default(z.string(), ''),
  first: z._default(z.nullable(z.string()), null),
  nb_diff: z._default(z.number(), 0),
  dl_vid: z._default(z.number(), 0),
  video: z._default(z.string(), ''),
  pochette_ok: z._default(z.string(), ''),
});

/** `data` of `track-details` as a page reads it: what it does not say of a track follows from its title [A85]. */
export const toldTrackSchema = z.pipe(
  toldSchema,
  z.transform((told): TrackInfo => {
    const parts = splitFullTitle(told.titre);
    return {
      ...told,
      artist: told.artist ?? parts.artist,
      title: told.title ?? parts.title,
      // The address of a track's page takes its full title as well.
      slug: told.slug ?? told.titre,
    };
  }),
);
