import { z } from 'zod';

/** An order to a render thread: a path of the demo, and how far to stand back (0…19). */
export const renderOrderSchema = z.object({ path: z.string(), niceness: z.number() });
export type RenderOrder = z.infer<typeof renderOrderSchema>;
