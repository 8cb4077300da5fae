import * as z from 'zod/mini';

/** `ip`: the caller's own address. */
export const clientAddressSchema = z.object({ ip: z.string() });
export type ClientAddress = z.infer<typeof clientAddressSchema>;
