import { z } from 'zod';
import { episodeFindingSchema } from './episode-finding.ts';

/** Messages of the examiner's process over the process channel. */
export const examinerReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('found'), finding: episodeFindingSchema }),
]);
export type ExaminerReply = z.infer<typeof examinerReplySchema>;
