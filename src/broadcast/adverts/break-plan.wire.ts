import { z } from 'zod';

/** A piece of media in a break, from its first frame on. */
const partSchema = z.object({
  id: z.string(),
  frames: z.int().positive(),
  /** As in its media record. */
  rendering: z.int().optional(),
});

/** A break as the journal keeps it with each of its spots: enough to go on in the middle of it after a restart. */
export const breakSchema = z.object({
  /** What guests hear, each to its end. */
  spots: z.array(partSchema).min(1),
  /** What members hear meanwhile, in order, each cut to its `frames`; nothing: the bed. */
  bonus: z.array(partSchema),
  /** Which of the spots this entry is. */
  at: z.int().min(0),
});
export type SpotOfBreak = z.infer<typeof breakSchema>;
