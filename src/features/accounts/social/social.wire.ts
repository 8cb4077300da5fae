import * as z from 'zod/mini';
import { givenSchema } from '#src/members/rules/account-fields.wire.ts';

/** What the program had put into the token, where it had. */
const nonceSchema = z.optional(z.nullable(z.string()));

/** `google-auth`: the ID token that Google gave to the program. */
export const googleAuthSchema = z.object({ credential: givenSchema, nonce: nonceSchema });

/** The name as Apple gives it to the browser, the first time only. */
export const appleUserSchema = z.object({
  name: z.optional(z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) })),
});

/** `apple-auth`: Apple's ID token; its `code` is not needed beside it. */
export const appleAuthSchema = z.object({
  id_token: givenSchema,
  user: z.optional(z.nullable(appleUserSchema)),
  nonce: nonceSchema,
});
