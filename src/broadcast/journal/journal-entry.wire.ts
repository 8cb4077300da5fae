import { z } from 'zod';
import { breakSchema } from '#src/broadcast/adverts/break-plan.wire.ts';
import { choiceSchema } from '#src/broadcast/rotation/choice.wire.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { MEDIA_KINDS } from '#src/station/catalogue/media-record.ts';

/**
 * One line of `journal/{YYYY-MM-DD}.jsonl` (UTC day of `startedMs`). Broadcast appends it when something goes
 * on air, the web process drains it into the database, and broadcast reads the latest ones again after a
 * restart.
 */
export const journalEntrySchema = z.object({
  streamId: z.enum(STREAM_IDS),
  kind: z.enum(MEDIA_KINDS),
  /** Media record id. */
  id: z.string(),
  artist: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Timeline instant of its first frame, milliseconds since the Unix epoch. */
  startedMs: z.number(),
  durationMs: z.number(),
  /** Why a track came; missing in entries of earlier versions. One that cannot be read costs no play. */
  choice: choiceSchema.optional().catch(undefined),
  /** The break that a spot belongs to, and what members heard instead. One that cannot be read costs no play. */
  advert: breakSchema.optional().catch(undefined),
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** Matches the names of the journal's files, which sort as the days do. */
export const JOURNAL_DAY_FILE = /^\d{4}-\d{2}-\d{2}\.jsonl$/;

/**
 * Returns the name of the file of the UTC day that holds an instant, in milliseconds since the Unix epoch.
 */
export function journalDayFile(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 10)}.jsonl`;
}

/**
 * A line of the journal that tells how much sound listeners were sent in a stretch of time. Broadcast appends
 * it and the web process drains it; nothing in it says who they were.
 */
export const listeningEntrySchema = z.object({
  kind: z.literal('listening'),
  /** When the stretch began, milliseconds since the Unix epoch. */
  startedMs: z.number(),
  /** Sound that all streams sent together; titles woven into it do not count. */
  bytes: z.number(),
  /** Length of that sound: two who listen for a minute hear two minutes. */
  heardMs: z.number(),
});
export type ListeningEntry = z.infer<typeof listeningEntrySchema>;
