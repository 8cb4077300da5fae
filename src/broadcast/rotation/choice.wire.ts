import { z } from 'zod';

/** Why a track was chosen, as the journal keeps it. After a restart rotation reads its state from here. */
export const choiceSchema = z.object({
  /** The folder that the schedule named; left out when the whole stream was drawn from. */
  pool: z.string().optional(),
  /** The pool's round. In each round every track comes once, new ones one and a half times. */
  round: z.number(),
  /** The round up to which the track has had its plays, this one included; left out where it is `round`. */
  turn: z.number().optional(),
  /**
   * Left out for a track in its turn. `first`: never heard before. `early`: ahead of its round, as nothing
   * better could come.
   */
  why: z.enum(['first', 'early']).optional(),
  /** Rests that were cut short because the pool is small. */
  bent: z.array(z.enum(['track', 'artist'])).optional(),
});
export type Choice = z.infer<typeof choiceSchema>;
