import * as z from 'zod/mini';
import { listedTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** A play as `moment` tells it. */
const momentPlaySchema = z.extend(listedTrackSchema, {
  /** ISO 8601 with offset. */
  started_at: z.string(),
  /** Seconds. */
  duration: z.number(),
});
export type MomentPlay = z.infer<typeof momentPlaySchema>;

/** `moment` [W103] */
export const momentSchema = z.object({
  /** `YYYY-MM-DDTHH:MM:SSZ` */
  at: z.string(),
  /** The stream's version key. */
  version: z.string(),
  /** Null in a break between two tracks. */
  now: z.nullable(momentPlaySchema),
  /** Null before the first play, or after a silence. */
  before: z.nullable(momentPlaySchema),
  /** Null while nothing has followed yet. */
  after: z.nullable(momentPlaySchema),
});
export type MomentReply = z.infer<typeof momentSchema>;
