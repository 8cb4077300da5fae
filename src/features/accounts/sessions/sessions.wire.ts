import * as z from 'zod/mini';
import { userSchema } from '#src/page/session/user.wire.ts';

/** `data` of `login`, `verify-email`, `reset-password` and the social sign-ins. */
export const signedInSchema = z.object({ user: userSchema, token: z.string() });
export type SignedIn = z.infer<typeof signedInSchema>;

/** `data` of `sessions`, the latest used first. */
export const sessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** `Firefox · Linux`; '' when the program did not say. */
      device: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
});
export type Sessions = z.infer<typeof sessionsSchema>;
