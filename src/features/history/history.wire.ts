import * as z from 'zod/mini';

/** A track that was played: one row of `history` [W22]. */
export const playedTrackSchema = z.object({
  /** `artist - title` */
  titre: z.string(),
  artist: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Address of a picture; never empty. */
  pochette: z.string(),
  /** ISO 8601 with offset. */
  started_at: z.string(),
  /** Seconds. */
  duration: z.number(),
});
export type PlayedTrack = z.infer<typeof playedTrackSchema>;

/** Newest first, the one on air left out. */
export const playedTracksSchema = z.array(playedTrackSchema);
