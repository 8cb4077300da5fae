import { z } from 'zod';
import { STREAM_IDS } from '#src/spec/streams.ts';
import { MEDIA_KINDS } from '#src/station/catalogue/media-record.ts';

/**
 * One line of `journal/{YYYY-MM-DD}.jsonl` (UTC day of `startedMs`): broadcast appends it when something goes on air,
 * web drains it into the database, broadcast reads the latest ones again after a restart.
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
});
export type JournalEntry = z.infer<typeof journalEntrySchema>;
