import * as z from 'zod/mini';
import { checkComment, cleanComment } from './comment-rules.ts';

const ruledComment = z.string().check(({ value, issues }) => {
  const problem = checkComment(value);
  if (problem !== null) issues.push({ code: 'custom', message: problem, input: value });
});

/** `comments` POST */
export const newCommentSchema = z.object({
  track_title: z.string(),
  comment: z.pipe(ruledComment, z.transform(cleanComment)),
  parent_id: z.nullish(z.number()),
});
