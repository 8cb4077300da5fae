import { z } from 'zod';
import { journalEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';

/** What broadcast says to the keeper of its group's lock over the process channel (Node IPC). */
export const toKeeperSchema = z.discriminatedUnion('type', [
  /** Twice a second: a broadcast that hangs says nothing, and is not to be believed on the air. */
  z.object({ type: z.literal('alive'), isOnAir: z.boolean() }),
  /** A piece begins. */
  z.object({ type: z.literal('play'), entry: journalEntrySchema }),
  /** Let another machine have the turn, if there is one. */
  z.object({ type: z.literal('pass-on') }),
  /** Let go of the turn and of the lock, then exit. */
  z.object({ type: z.literal('stop') }),
]);
export type ToKeeper = z.infer<typeof toKeeperSchema>;

export const fromKeeperSchema = z.discriminatedUnion('type', [
  /** Which machine this is, and the turn that it knows of. */
  z.object({ type: z.literal('place'), machine: z.string(), epoch: z.int() }),
  /** The database has taken it in: what it refuses from now on is a matter of time, as while its replica takes over. */
  z.object({ type: z.literal('taken-in') }),
  /** It is this machine's turn to be on the air. */
  z.object({
    type: z.literal('turn'),
    epoch: z.int(),
    /** How far the clock of the machine before is ahead of this one's. */
    aheadMs: z.number(),
  }),
  /** Another machine has the turn: fall silent. */
  z.object({ type: z.literal('lost') }),
  /** The answer to `pass-on`. */
  z.object({ type: z.literal('passed-on'), isTaken: z.boolean() }),
  /** The operator has to mend something before this machine can take part. */
  z.object({ type: z.literal('refused'), message: z.string(), remedy: z.string() }),
]);
export type FromKeeper = z.infer<typeof fromKeeperSchema>;

/** Where a machine of a group says whether it is on the air [W188]. */
export const GROUP_PATH = '/broadcast-group';

/** Its answer there. */
export const groupAnswerSchema = z.object({
  group: z.string(),
  machine: z.string(),
  epoch: z.int(),
  on_air: z.boolean(),
});
export type GroupAnswer = z.infer<typeof groupAnswerSchema>;

/** [W187] how often the machine on the air says that it is */
export const BEAT_EVERY_MS = 500;
/** [W189] how long a machine that is asked to stop waits for another to have taken over */
export const PASS_ON_MAX_MS = 4_000;
