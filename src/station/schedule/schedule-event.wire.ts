import * as z from 'zod/mini';

/** An hour of a stream's week [R34]. */
export const scheduleEventSchema = z.object({
  /** 1 (Monday) to 7 (Sunday). */
  day: z.number(),
  /** 0 to 23, by the clock of the station. */
  hour: z.number(),
  nom: z.string(),
  /** 2: highlighted. */
  couleur: z.union([z.literal(1), z.literal(2)]),
});
export type ScheduleEvent = z.infer<typeof scheduleEventSchema>;

/** By day, then hour. */
export const scheduleSchema = z.array(scheduleEventSchema);
