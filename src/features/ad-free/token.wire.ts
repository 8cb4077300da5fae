import * as z from 'zod/mini';

/** `token`: what a member's stream is without adverts by [W57]; its end may be left out [A85]. */
export const adFreeTokenSchema = z.object({ token: z.string(), expires_at: z.optional(z.string()) });
