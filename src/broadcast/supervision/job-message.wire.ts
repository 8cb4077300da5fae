import { z } from 'zod';

const progressSchema = z.object({
  type: z.literal('progress'),
  done: z.number(),
  total: z.number(),
  /** From STATION_DIR: what has just been finished; null at the start. */
  path: z.string().nullable(),
});
const refusedSchema = z.object({ type: z.literal('refused'), files: z.number() });

/** Messages of a background job over the process channel, where printed text cannot be taken for one. */
export const jobMessageSchema = z.discriminatedUnion('type', [progressSchema, refusedSchema]);
export type JobMessage = z.infer<typeof jobMessageSchema>;
export type JobProgress = z.infer<typeof progressSchema>;
