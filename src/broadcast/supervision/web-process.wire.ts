import { z } from 'zod';
import { nowPlayingListSchema } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';

/** What broadcast and its web process say to each other over the process channel (Node IPC). */
export const toWebSchema = z.discriminatedUnion('type', [
  /** At start and at every change: what is on air on every stream. */
  z.object({ type: z.literal('now-playing'), tracks: nowPlayingListSchema }),
  /** The journal has grown: drain it. */
  z.object({ type: z.literal('journal') }),
  /** The media catalogue has grown: take it into the database. */
  z.object({ type: z.literal('catalogue') }),
  /** The question how it is; the answer carries its number. */
  z.object({ type: z.literal('health'), question: z.int() }),
  /** Finish the requests under way, then exit. */
  z.object({ type: z.literal('stop') }),
]);
export type ToWeb = z.infer<typeof toWebSchema>;

const robotHeardSchema = z.object({
  type: z.literal('robot-heard'),
  streamId: z.enum(STREAM_IDS),
  robot: z.string(),
  /** When it began to listen, milliseconds since the Unix epoch. */
  atMs: z.number(),
  isWell: z.boolean(),
  /** Null where no sound came. */
  firstByteMs: z.number().nullable(),
});
/** What a robot of the station heard of a stream, for the figures [W166]. */
export type RobotHeard = z.infer<typeof robotHeardSchema>;

/**
 * How a web process is: its database answers (`well`), is slow, is away for everybody, or answers others while
 * this process's own calls never end (`stuck`).
 */
const webHealthSchema = z.enum(['well', 'slow', 'away', 'stuck']);
export type WebHealth = z.infer<typeof webHealthSchema>;
const queryFiguresSchema = z.object({ count: z.int(), tookMs: z.number(), slow: z.int() });
/** How much the database was asked since this web process began, and how many of its answers took long [W201]. */
export type QueryFigures = z.infer<typeof queryFiguresSchema>;

export const fromWebSchema = z.discriminatedUnion('type', [
  robotHeardSchema,
  /** Before it listens it copies the database and brings it to its version, for as long as that takes. */
  z.object({ type: z.literal('migrating') }),
  /** Listening on the unix socket it was given. */
  z.object({ type: z.literal('ready') }),
  /** It ends, for something that the operator can mend. */
  z.object({ type: z.literal('cannot-start'), problem: z.string(), remedy: z.string() }),
  /** The answer to the question of that number. */
  z.object({
    type: z.literal('health'),
    question: z.int(),
    database: webHealthSchema,
    queries: z.nullable(queryFiguresSchema),
  }),
]);
export type FromWeb = z.infer<typeof fromWebSchema>;
