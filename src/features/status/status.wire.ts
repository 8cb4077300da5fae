import * as z from 'zod/mini';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { problemSchema, robotSchema } from '#src/robots/finding.wire.ts';

/** How a stretch of time was, by what robots found in it; `unknown`: none listened. */
const stretchSchema = z.enum(['well', 'partly', 'troubled', 'unknown']);
export type Stretch = z.infer<typeof stretchSchema>;

const troubleSchema = z.object({
  problem: problemSchema,
  /** Whom it concerns. */
  robot: robotSchema,
  /** ISO 8601. */
  since: z.string(),
});
export type WireTrouble = z.infer<typeof troubleSchema>;

/** `status` [W167] */
export const statusSchema = z.object({
  /** The time of the answer, ISO 8601. */
  now: z.string(),
  /** When robots listened last; null before the first time. */
  checked_at: z.nullable(z.string()),
  /** Whether they listen: no longer ago than ROBOTS_SILENT_MS. */
  watched: z.boolean(),
  /** How the backups go; null before the first one. */
  backup: z.nullable(
    z.object({
      /** `proved`: the last one was opened again, and holds what was to be kept. */
      state: z.enum(['proved', 'failing']),
      /** When the newest one was made that was proved. */
      proved_at: z.nullable(z.string()),
    }),
  ),
  /** The Icecast that the streams are pushed to, by what it says itself; null without one. */
  icecast: z.nullable(
    z.object({
      /** Mounts that it takes, of all that there should be. */
      on_air: z.int(),
      mounts: z.int(),
      /** As it counts them, relays included; null while it does not say. */
      listeners: z.nullable(z.int()),
    }),
  ),
  streams: z.array(
    z.object({
      id: z.enum(STREAM_IDS),
      version: z.string(),
      name: z.string(),
      /** `minor`: it can be heard, but something beside the sound is wrong. */
      state: z.enum(['well', 'minor', 'troubled', 'unknown']),
      /** What is wrong now, the longest first. */
      troubles: z.array(troubleSchema),
      /** The last 24 hours, oldest first; the last one is under way. */
      hours: z.array(stretchSchema),
      /** The last 90 days by the station's clock, oldest first; the last one is today. */
      days: z.array(stretchSchema),
    }),
  ),
});
export type Status = z.infer<typeof statusSchema>;
export type StreamStatus = Status['streams'][number];
