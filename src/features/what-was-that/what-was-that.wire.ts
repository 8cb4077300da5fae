import * as z from 'zod/mini';
import { namedByTitle, toldTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** One row of `what-was-that` [W29]; all but its title and time may go without saying [A85]. */
export const foundPlaySchema = z.pipe(
  z.extend(toldTrackSchema, {
    /** `HH:MM`, by the clock of the station. */
    heures: z.string(),
    /** The stream's version key. */
    version: z._default(z.string(), ''),
    /** ISO 8601 with offset; '' where it is not said. */
    started_at: z._default(z.string(), ''),
    /** Seconds; 0 where it is not said. */
    duration: z._default(z.number(), 0),
    /** Whether it sounded at the very minute asked for. */
    on_air: z._default(z.boolean(), false),
  }),
  z.transform((told) => namedByTitle(told)),
);
export type FoundPlay = z.infer<typeof foundPlaySchema>;

/** In time order. */
export const foundPlaysSchema = z.array(foundPlaySchema);
