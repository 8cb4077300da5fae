import { z } from 'zod';

export const chapterSchema = z.object({ startSeconds: z.number().min(0), title: z.string() });
export type Chapter = z.infer<typeof chapterSchema>;

const soundSchema = z.object({
  /** Identity of the audio alone: a new name or other tags leave it as it is. */
  hash: z.string(),
  durationSeconds: z.number().positive(),
  /** From its tags; '' where they say nothing. */
  title: z.string(),
  description: z.string(),
  date: z.string(),
  chapters: z.array(chapterSchema),
});
export type EpisodeSound = z.infer<typeof soundSchema>;

/**
 * The result of reading an episode's file. `fault` completes a sentence that begins with "it"; a lasting one lies in
 * the file's content and stays until that changes, a passing one in a disk that may be back at any moment. A file that
 * is cut off may be half of an upload.
 */
export const episodeFindingSchema = z.union([
  soundSchema,
  z.object({
    fault: z.string(),
    isLasting: z.boolean(),
    isPassing: z.optional(z.boolean()),
    isCutOff: z.optional(z.boolean()),
  }),
]);
export type EpisodeFinding = z.infer<typeof episodeFindingSchema>;

/** Messages of the examiner's process over the process channel. */
export const examinerReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('found'), finding: episodeFindingSchema }),
]);
export type ExaminerReply = z.infer<typeof examinerReplySchema>;
