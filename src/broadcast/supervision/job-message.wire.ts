import { z } from 'zod';

const progressSchema = z.object({
  type: z.literal('progress'),
  done: z.number(),
  total: z.number(),
  /** From STATION_DIR: what has just been finished; null at the start. */
  path: z.string().nullable(),
});
const fileListSchema = z.object({
  heading: z.string(),
  /** A line of the log each, and what says that it tells of the same as before. */
  files: z.array(z.object({ line: z.string(), state: z.string() })),
  /** How many there are besides. */
  more: z.number(),
});
const refusedSchema = z.object({
  type: z.literal('refused'),
  files: z.number(),
  lists: z.array(fileListSchema),
});

/** Messages of a background job over the process channel, where printed text cannot be taken for one. */
export const jobMessageSchema = z.discriminatedUnion('type', [progressSchema, refusedSchema]);
export type JobMessage = z.infer<typeof jobMessageSchema>;
export type FileList = z.infer<typeof fileListSchema>;
export type JobProgress = z.infer<typeof progressSchema>;
