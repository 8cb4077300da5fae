import * as z from 'zod/mini';

/** What every list says of a track, and of what was played [W22]. */
export const namedTrackSchema = z.object({
  /** `artist - title` */
  titre: z.string(),
  artist: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Address of a picture; never empty. */
  pochette: z.string(),
});

/** What every list of tracks says of each [W22]. */
export const listedTrackSchema = z.extend(namedTrackSchema, {
  /** Address of the 51 seconds; '' when there are none. */
  preview: z.string(),
});
export type ListedTrack = z.infer<typeof listedTrackSchema>;

/** One row of `artist-tracks` [W25] */
const artistTrackSchema = z.extend(listedTrackSchema, {
  first: z.nullable(z.string()),
  nb_diff: z.number(),
});
export type ArtistTrack = z.infer<typeof artistTrackSchema>;

/** Latest first play first; what was never played comes last. */
export const artistTracksSchema = z.array(artistTrackSchema);
