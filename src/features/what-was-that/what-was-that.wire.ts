import * as z from 'zod/mini';
import { namedByTitle, toldTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** One row of `what-was-that` [W29]; all but its title and time may go without saying [A85]. */
const toldPlaySchema = z.extend(toldTrackSchema, {
  /** `HH:MM`, by the clock of the station. */
  heures: z.string(),
  /** The stream's version key. */
  version: z._default(z.string(), ''),
  /** ISO 8601 with offset; '' where it is not said. */
  started_at: z._default(z.string(), ''),
  /** Seconds; 0 where it is not said. */
  duration: z._default(z.number(), 0),
  /** Whether it sounded at the very minute asked for. */
  on_air: z.optional(z.boolean()),
});
const foundPlaySchema = z.pipe(
  toldPlaySchema,
  z.transform((told) => ({ ...namedByTitle(told), on_air: told.on_air ?? false })),
);
export type FoundPlay = z.infer<typeof foundPlaySchema>;

/** In time order. */
export const foundPlaysSchema = z.array(foundPlaySchema);

/**
 * The same as whoever asked for a minute reads it: where no row says that it sounded then, the last one does that had
 * begun by then [A85].
 * @param time `HH:MM`, by the clock of the station
 */
export const playsAround = (time: string) =>
  z.pipe(
    z.array(toldPlaySchema),
    z.transform((told): FoundPlay[] => {
      const isUnsaid = told.every(({ on_air }) => on_air === undefined);
      const at = isUnsaid ? told.findLastIndex(({ heures }) => heures <= time) : -1;
      return told.map((play, index) => ({ ...namedByTitle(play), on_air: play.on_air ?? index === at }));
    }),
  );
