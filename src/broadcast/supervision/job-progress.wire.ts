import { z } from 'zod';

/** How far a background job is: said over the process channel, where nothing that it prints can be taken for it. */
export const jobProgressSchema = z.object({
  type: z.literal('progress'),
  done: z.number(),
  total: z.number(),
  /** From STATION_DIR: what has just been finished; null at the start. */
  path: z.string().nullable(),
});
export type JobProgress = z.infer<typeof jobProgressSchema>;
