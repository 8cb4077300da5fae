import * as z from 'zod/mini';
import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';

/** `data` of `sign-in-ways`: how the member may sign in [W93]. */
export const signInWaysSchema = z.object({
  /** Whether the account has one. */
  password: z.boolean(),
  providers: z.array(z.enum(SIGN_IN_PROVIDERS)),
});
export type SignInWays = z.infer<typeof signInWaysSchema>;

/** A DELETE of `sign-in-ways` */
export const unlinkSchema = z.object({ provider: z.enum(SIGN_IN_PROVIDERS) });
/** Who has none is told so, and not that it is missing. */
export const unlinkBodySchema = z.object({ password: z.nullish(z.string()) });
