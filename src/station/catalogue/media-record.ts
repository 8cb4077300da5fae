import { z } from 'zod';
import { STREAM_IDS } from '#src/contract/streams.ts';

/** The use of a piece of rendered audio: the name of the station folder's part that it came from. */
export const MEDIA_KINDS = ['track', 'jingle', 'spot', 'interlude'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Where a source file lies in the station folder. */
export const placementSchema = z.object({
  /** Path from STATION_DIR with forward slashes, `music/dance/mix/a.flac`. */
  path: z.string(),
  /** The stream it is for; null: every stream (a jingle straight in `jingles/`). */
  streamId: z.enum(STREAM_IDS).nullable(),
  /** Folder below the stream's, '' for none: what `hours: folder:` of station.yaml names. */
  folder: z.string(),
  sizeBytes: z.number().int(),
  modifiedMs: z.number(),
});
export type Placement = z.infer<typeof placementSchema>;

/**
 * The way in which audio is rendered today. The first one, of which records say nothing, had the encoder's
 * delay, frames that refer to earlier ones, and all silence at head and tail [R152–R154].
 */
export const RENDERING = 2;
export const FIRST_RENDERING = 1;

/**
 * One line of `media/catalogue.jsonl`: a piece of audio, rendered once, wherever it is placed. The last line of an id
 * counts. Without placements it is no longer in rotation: cover and preview stay for the pages that remember it, the
 * audio goes after a while [R260].
 */
export const mediaRecordSchema = z.object({
  /** Hash of the audio alone, without tags: 32 hex digits. Survives a new file name and new tags. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  kind: z.enum(MEDIA_KINDS),
  artist: z.string(),
  title: z.string(),
  /** Page address; unique among different full titles, shared by files of the same (folded) full title. */
  slug: z.string().min(1),
  /** MP3 frames of 1152 samples at 44.1 kHz. */
  frames: z.number().int().positive(),
  durationMs: z.number().positive(),
  sizeBytes: z.number().int().positive(),
  /** The way in which it was rendered; each has an audio file of its own. */
  rendering: z.number().int().positive().optional(),
  renderedMs: z.number().optional(),
  /** Where in the source the part that is played begins and ends; without them all of it is. */
  cueInMs: z.number().optional(),
  cueOutMs: z.number().optional(),
  /** The longest silence in that part, where the operator should know of it [R155]; its place in the source. */
  innerSilence: z.object({ fromMs: z.number(), durationMs: z.number() }).nullable().optional(),
  sourceLufs: z.number(),
  renderedLufs: z.number(),
  /** Whether there is a cover (`{id}.cover.jpg`). */
  hasCover: z.boolean(),
  /** The picture beside the source that stood in for one inside it, as it was then. */
  folderPicture: z.string().nullable().optional(),
  addedMs: z.number(),
  placements: z.array(placementSchema),
  /** Since when it has no placements. Earlier versions did not write it down. */
  withdrawnMs: z.number().optional(),
});
export type MediaRecord = z.infer<typeof mediaRecordSchema>;

export function formatCatalogueLine(record: MediaRecord): string {
  return `${JSON.stringify(record)}\n`;
}
