import * as z from 'zod/mini';

const mountSchema = z.object({
  /** The instant up to which it was pushed, milliseconds since the Unix epoch; null before the first time. */
  ms: z.nullable(z.int().check(z.minimum(0))),
  /** Whether Icecast takes it. */
  isOnAir: z.boolean(),
  /** As Icecast counts them; null while it does not say. */
  listeners: z.nullable(z.int()),
});

/** What broadcast writes down of Icecast each second: for its own next start, and for those who ask how things are. */
export const toldMountsSchema = z.object({
  writtenMs: z.number(),
  /** By its path at Icecast. */
  mounts: z.record(z.string(), mountSchema),
});
export type ToldMounts = z.infer<typeof toldMountsSchema>;
