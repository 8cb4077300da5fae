import * as z from 'zod/mini';

/** One row of `latest-tracks` [W23] */
const toldSchema = z.object({
  /** From 1. */
  idx: z.number(),
  /** `artist - title` */
  fullTitle: z.string(),
  artist: z.string(),
  titre: z.string(),
  /** Address of a picture; never empty. */
  coverImage: z.string(),
  slug: z.optional(z.string()),
});

/** The address of a track's page takes its full title as well [A85]. */
const latestTrackSchema = z.pipe(
  toldSchema,
  z.transform((told) => ({ ...told, slug: told.slug ?? told.fullTitle })),
);
export type LatestTrack = z.infer<typeof latestTrackSchema>;

/** The tracks that came to a stream last, newest first play first, at most 20. */
export const latestTracksSchema = z.array(latestTrackSchema);
