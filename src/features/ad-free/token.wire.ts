import * as z from 'zod/mini';

/** `token`: what a member's stream is without adverts by [W57]. */
export const adFreeTokenSchema = z.object({ token: z.string(), expires_at: z.string() });
