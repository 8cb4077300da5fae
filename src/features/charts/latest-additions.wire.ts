import * as z from 'zod/mini';
import { namedByTitle, toldTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** One row of `latest-additions` [W28]; all but its title and first play may go without saying [A85]. */
export const latestAdditionSchema = z.pipe(
  z.extend(toldTrackSchema, {
    /** First play, on the stream asked for or on any; ISO 8601 with offset. */
    first: z.string(),
  }),
  z.transform((told) => namedByTitle(told)),
);
export type LatestAddition = z.infer<typeof latestAdditionSchema>;

/** At most 20, newest first. */
export const latestAdditionsSchema = z.array(latestAdditionSchema);
