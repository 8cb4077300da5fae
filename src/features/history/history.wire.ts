import * as z from 'zod/mini';

/** `history` (wire.md): what played last on a stream, newest first, the one on air left out. */
export const historySchema = z.array(
  z.object({
    /** `artist - title` */
    titre: z.string(),
    artist: z.string(),
    title: z.string(),
    slug: z.string(),
    /** Address of a picture; never empty. */
    pochette: z.string(),
    /** ISO 8601 with offset. */
    started_at: z.string(),
    /** Seconds. */
    duration: z.number(),
  }),
);
export type History = z.infer<typeof historySchema>;
