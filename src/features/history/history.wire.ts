import * as z from 'zod/mini';
import { namedTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** A track that was played: one row of `history` [W22]. */
export const playedTrackSchema = z.extend(namedTrackSchema, {
  /** ISO 8601 with offset. */
  started_at: z.string(),
  /** Seconds. */
  duration: z.number(),
});
export type PlayedTrack = z.infer<typeof playedTrackSchema>;

/** Newest first, the one on air left out. */
export const playedTracksSchema = z.array(playedTrackSchema);
