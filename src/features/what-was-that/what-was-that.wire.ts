import * as z from 'zod/mini';
import { listedTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** One row of `what-was-that` [W29] */
export const foundPlaySchema = z.extend(listedTrackSchema, {
  /** `HH:MM`, by the clock of the station. */
  heures: z.string(),
  /** The stream's version key. */
  version: z.string(),
  /** ISO 8601 with offset. */
  started_at: z.string(),
  /** Seconds. */
  duration: z.number(),
  /** Whether it sounded at the very minute asked for. */
  on_air: z.boolean(),
});
export type FoundPlay = z.infer<typeof foundPlaySchema>;

/** In time order. */
export const foundPlaysSchema = z.array(foundPlaySchema);
