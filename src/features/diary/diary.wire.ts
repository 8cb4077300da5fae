import * as z from 'zod/mini';
import { DIARY_SENT_MAX } from '#src/contract/limits.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { listedTrackSchema } from '#src/records/songs/listed-track.wire.ts';

/** A play as `/titre.json` shows it: browsers send it once it has been listened to [W84]. */
export const heardPlaySchema = z.object({
  stream_id: z.pipe(z.string(), z.enum(STREAM_IDS)),
  /** ISO 8601 with offset. */
  started_at: z.pipe(z.string(), z.iso.datetime({ offset: true })),
  /** `artist - title` */
  full_title: z.string(),
});
export type HeardPlay = z.infer<typeof heardPlaySchema>;

/** Body of `diary`, POST. `restored`: entries that the member had removed and wants back. */
export const heardPlaysSchema = z.object({
  entries: z.array(heardPlaySchema).check(z.maxLength(DIARY_SENT_MAX)),
  restored: z.optional(z.boolean()),
});

/** `data` of `diary`, POST: the entries that the radio does not know, or not yet. */
export const unknownPlaysSchema = z.object({ unknown: z.array(heardPlaySchema) });

/** Body of `diary`, PUT. `erase`: whether kept entries go as well. */
export const diarySwitchSchema = z.object({ enabled: z.boolean(), erase: z.optional(z.boolean()) });

/** A play in a member's diary. */
export const diaryEntrySchema = z.extend(listedTrackSchema, {
  /** Names the play; only the member's own entries are looked up by it. */
  id: z.string(),
  stream_id: z.enum(STREAM_IDS),
  started_at: z.string(),
});
export type DiaryEntry = z.infer<typeof diaryEntrySchema>;

/** `data` of `diary`, GET and PUT. */
export const diarySchema = z.object({
  enabled: z.boolean(),
  /** The server's time: a browser's clock may be wrong. */
  now: z.string(),
  /** How many are kept in all. */
  total: z.number(),
  /** Newest first. */
  entries: z.array(diaryEntrySchema),
  /** `before` of the next call; null after the oldest. */
  next: z.nullable(z.string()),
});
export type Diary = z.infer<typeof diarySchema>;
