import { z } from 'zod';

/** Why a track was chosen, as the journal keeps it; rotation reads from it where it stood after a restart. */
export const choiceSchema = z.object({
  /** The folder that the hour named; left out where the whole stream was drawn from. */
  pool: z.string().optional(),
  /** The pool's round: in each every track comes once, new ones one and a half times. */
  round: z.number(),
  /** Up to which round the track has had its plays with this one; left out where it is `round`. */
  turn: z.number().optional(),
  /** Left out for its turn in the round. First: never heard before. Early: before its round, as nothing better could come. */
  why: z.enum(['first', 'early']).optional(),
  /** What had rested for less than the rules ask for, because the pool is small. */
  bent: z.array(z.enum(['track', 'artist'])).optional(),
});
export type Choice = z.infer<typeof choiceSchema>;
