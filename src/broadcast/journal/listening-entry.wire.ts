import { z } from 'zod';

/**
 * A line of the journal beside those of plays: the sound that listeners were sent in a stretch of time. Broadcast appends
 * it, web drains it; nothing in it says who they were.
 */
export const listeningEntrySchema = z.object({
  kind: z.literal('listening'),
  /** When the stretch began, milliseconds since the Unix epoch. */
  startedMs: z.number(),
  /** Sound that all streams sent together; titles woven into it do not count. */
  bytes: z.number(),
  /** How long that sound lasts: two who listen for a minute hear two minutes. */
  heardMs: z.number(),
});
export type ListeningEntry = z.infer<typeof listeningEntrySchema>;
