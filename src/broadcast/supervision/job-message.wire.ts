import { z } from 'zod';

const progressSchema = z.object({
  type: z.literal('progress'),
  done: z.number(),
  total: z.number(),
  /** From STATION_DIR: what has just been finished; null at the start. */
  path: z.string().nullable(),
});
const refusedSchema = z.object({ type: z.literal('refused'), files: z.number() });

/** What a background job says over the process channel, where nothing that it prints can be taken for it. */
export const jobMessageSchema = z.discriminatedUnion('type', [progressSchema, refusedSchema]);
export type JobMessage = z.infer<typeof jobMessageSchema>;
export type JobProgress = z.infer<typeof progressSchema>;
