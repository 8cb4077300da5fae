import * as z from 'zod/mini';

export const MARK_KINDS = ['track', 'jingle', 'spot', 'interlude', 'bed'] as const;
export const MARK_VARIANTS = ['guest', 'member'] as const;

/** What stands on a stream's timeline from an instant on [W138]. */
export const markSchema = z.object({
  /** Timeline instant of its first frame, milliseconds since the Unix epoch. */
  first_ms: z.number(),
  kind: z.enum(MARK_KINDS),
  artiste: z.string(),
  /** The stream's name where nothing has a title of its own: for a jingle, a spot and the bed. */
  titre: z.string(),
  /** Empty for what has no page. */
  slug: z.string(),
  /** Address of a picture, never empty. */
  pochette: z.string(),
  /** Seconds; 0 for the bed, which plays until there is something else. */
  duration: z.number(),
});
export type WireMark = z.infer<typeof markSchema>;

/** `data` of `/stream/{id}/marks`. */
export const marksSchema = z.object({
  /** The timeline's present instant, by the same dates. */
  now_ms: z.number(),
  /** Oldest first. */
  marks: z.array(markSchema),
});
export type StreamMarks = z.infer<typeof marksSchema>;

/** The data of one `mark` event [W61]. */
export const markEventSchema = z.extend(markSchema, {
  version: z.string(),
  /** For whom it begins. */
  variants: z.array(z.enum(MARK_VARIANTS)),
});
export type MarkEvent = z.infer<typeof markEventSchema>;
