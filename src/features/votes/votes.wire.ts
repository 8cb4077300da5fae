import * as z from 'zod/mini';
import { VOTES } from '#src/contract/votes.ts';

/** `data` of `votes` & action=status: the member's own vote of this week [W53], or that there is one [A85]. */
export const voteStatusSchema = z.object({
  has_voted: z.boolean(),
  vote: z._default(z.nullable(z.enum(VOTES)), null),
});
export type VoteStatus = z.infer<typeof voteStatusSchema>;

/** Body of `votes` & action=submit. */
export const voteSchema = z.object({
  user_id: z.string(),
  full_title: z.string(),
  vote: z.pipe(z.string(), z.enum(VOTES)),
});
