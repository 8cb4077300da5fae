import { z } from 'zod';
import { breakSchema } from '#src/broadcast/adverts/break-plan.wire.ts';
import { choiceSchema } from '#src/broadcast/rotation/choice.wire.ts';
import type { Variant } from '#src/broadcast/timeline/timeline.ts';
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
  /** The rendering that is heard, as in its media record [W136]. */
  rendering: z.number().optional(),
  /** Why a track came; missing in entries of earlier versions. One that cannot be read costs no play. */
  choice: choiceSchema.optional().catch(undefined),
  /** The id of the report by which an outside playout said that it played this [W197]; missing for our own plays. */
  outside: z.string().optional(),
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

const heardOfSchema = z.object({
  /** Listeners that got at least one frame of the piece. */
  listeners: z.int().min(0),
  /** Those who got it from its first frame to its last, in one go: of a spot, how often it was heard out. */
  whole: z.int().min(0),
  /** How long the sound of it lasts that was sent, all listeners together. */
  sentMs: z.number(),
});
export type HeardOf = z.infer<typeof heardOfSchema>;

/**
 * A line of the journal that tells of a piece when it ended and what it was heard by [R175]; nothing in it says who
 * they were. A piece has one or several of them, whose figures never fall: the largest count. What several processes
 * have counted of one piece differs in `fromMs` and adds up.
 */
export const heardEntrySchema = z.object({
  kind: z.literal('heard'),
  streamId: z.enum(STREAM_IDS),
  /** What the piece was. */
  piece: z.enum(MEDIA_KINDS),
  /** Media record id. */
  id: z.string(),
  /** As in the line of its beginning: with stream and id it says which play it was. */
  startedMs: z.number(),
  /** When counting began: at its beginning, or when broadcast had been started again in the middle of it. */
  fromMs: z.number(),
  /** Its end on the timeline, so far. */
  endedMs: z.number(),
  /** Missing where nobody heard it. */
  guest: heardOfSchema.optional(),
  member: heardOfSchema.optional(),
});
export type HeardEntry = z.infer<typeof heardEntrySchema>;

/** How sound reaches a listener: over a connection that stays, or in segments that are fetched one by one. */
export const TRANSPORTS = ['progressive', 'hls'] as const;
export type Transport = (typeof TRANSPORTS)[number];
const VARIANT_NAMES = ['guest', 'member'] as const satisfies readonly Variant[];

const listenersOfSchema = z.object({
  /** Missing: of all streams together; variant and transport then are too. */
  streamId: z.enum(STREAM_IDS).optional(),
  /** Missing with `transport`: of both variants, whichever way. */
  variant: z.enum(VARIANT_NAMES).optional(),
  transport: z.enum(TRANSPORTS).optional(),
  /** The most who listened at once. */
  peak: z.int().min(0),
  /** Each who came in it. Earlier versions also counted who was there at its beginning. */
  joins: z.int().min(0),
  /** Different listeners, by a hash that nobody can take back. */
  distinct: z.int().min(0),
  /** How long the sound lasts that they were sent: two who listen for a minute have two minutes. */
  heardMs: z.number(),
});
export type ListenersOf = z.infer<typeof listenersOfSchema>;

/**
 * A line of the journal that tells how many listened in an hour so far [R176]; nothing in it says who they were. An
 * hour has several of them, whose figures never fall: the largest count.
 */
export const listenersEntrySchema = z.object({
  kind: z.literal('listeners'),
  /** When counting began: with the hour, or when broadcast was started in the middle of it. */
  startedMs: z.number(),
  /** The hour's own beginning. */
  hourMs: z.number(),
  untilMs: z.number(),
  counts: z.array(listenersOfSchema),
  /** The day so far, by the station's clock. */
  day: z.object({
    day: z.iso.date(),
    /** When counting of the day began. */
    sinceMs: z.number(),
    counts: z.array(listenersOfSchema.pick({ streamId: true, distinct: true })),
  }),
});
export type ListenersEntry = z.infer<typeof listenersEntrySchema>;
