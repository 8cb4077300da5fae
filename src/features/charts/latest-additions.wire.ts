import * as z from 'zod/mini';
import { listedTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** One row of `latest-additions` [W28] */
export const latestAdditionSchema = z.extend(listedTrackSchema, {
  /** First play, on the stream asked for or on any; ISO 8601 with offset. */
  first: z.string(),
});
export type LatestAddition = z.infer<typeof latestAdditionSchema>;

/** At most 20, newest first. */
export const latestAdditionsSchema = z.array(latestAdditionSchema);
