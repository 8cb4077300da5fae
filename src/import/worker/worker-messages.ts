import { z } from 'zod';
import { rejectReasonSchema } from '#src/import/rejected/rejection.ts';
import { MEDIA_KINDS } from '#src/station/catalogue/media-record.ts';

/** The importer's requests to a worker process, one at a time. Paths are absolute. */
export const workRequestSchema = z.discriminatedUnion('type', [
  /** Asks for the identity of the audio and its names. */
  z.object({ type: z.literal('identify'), source: z.string() }),
  /** Asks for its names alone. */
  z.object({ type: z.literal('name'), source: z.string() }),
  /** Render it for broadcast, to these new files. */
  z.object({
    type: z.literal('render'),
    source: z.string(),
    kind: z.enum(MEDIA_KINDS),
    audio: z.string(),
    preview: z.string(),
    picture: z.string().nullable(),
    cover: z.string(),
    /** Whether a cover is wanted; else the one that is there stays. */
    withCover: z.boolean(),
  }),
  /** Only the cover: the audio is there already. `picture` stands in when the source carries none. */
  z.object({
    type: z.literal('cover'),
    source: z.string(),
    picture: z.string().nullable(),
    cover: z.string(),
  }),
]);
export type WorkRequest = z.infer<typeof workRequestSchema>;
export type RenderRequest = Extract<WorkRequest, { type: 'render' }>;

const tagsSchema = z.object({ artist: z.string().nullable(), title: z.string().nullable() });
export const namedSchema = z.object({ type: z.literal('named'), tags: tagsSchema });
export type Named = z.infer<typeof namedSchema>;
export const identifiedSchema = z.object({
  type: z.literal('identified'),
  id: z.string(),
  /** The length of its sound by its packets; 0 when they do not say. */
  seconds: z.number(),
  tags: tagsSchema,
});
/** The result for the cover: where it came from, or why it was left out. */
export const coverOutcomeSchema = z.object({
  from: z.enum(['source', 'picture']).nullable(),
  /** Completes the sentence "The cover …". */
  fault: z.string().nullable(),
});
export type CoverOutcome = z.infer<typeof coverOutcomeSchema>;
export const renderedSchema = z.object({
  type: z.literal('rendered'),
  frames: z.number(),
  sizeBytes: z.number(),
  sourceLufs: z.number(),
  renderedLufs: z.number(),
  truePeakDb: z.number(),
  hasPreview: z.boolean(),
  cueInMs: z.number(),
  cueOutMs: z.number(),
  innerSilence: z.object({ fromMs: z.number(), durationMs: z.number() }).nullable(),
  /** Null where none was wanted. */
  cover: coverOutcomeSchema.nullable(),
});
export const coveredSchema = z.object({ type: z.literal('covered'), cover: coverOutcomeSchema });
export type Covered = z.infer<typeof coveredSchema>;
const rejectedSchema = z.object({
  type: z.literal('rejected'),
  reason: rejectReasonSchema,
  message: z.string(),
});
/** A failure that is not the file's fault: `code` is the system's, `ENOSPC` for instance. */
const failedSchema = z.object({
  type: z.literal('failed'),
  code: z.string().nullable(),
  message: z.string(),
});

/** `ready` once, when everything is loaded; then one answer a request. */
export const workReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  namedSchema,
  identifiedSchema,
  renderedSchema,
  coveredSchema,
  rejectedSchema,
  failedSchema,
]);
export type WorkReply = z.infer<typeof workReplySchema>;
export type Identified = z.infer<typeof identifiedSchema>;
export type Rendered = z.infer<typeof renderedSchema>;
