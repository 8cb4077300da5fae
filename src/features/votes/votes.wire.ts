import * as z from 'zod/mini';
import { VOTES } from '#src/contract/votes.ts';

/** `data` of `votes` & action=status: the member's own vote of this week [W53]. */
export const voteStatusSchema = z.object({ has_voted: z.boolean(), vote: z.nullable(z.enum(VOTES)) });
export type VoteStatus = z.infer<typeof voteStatusSchema>;

/** Body of `votes` & action=submit. */
export const voteSchema = z.object({
  user_id: z.string(),
  full_title: z.string(),
  vote: z.pipe(z.string(), z.enum(VOTES)),
});

/** A vote that was kept says no more. */
export const votedSchema = z.undefined();
