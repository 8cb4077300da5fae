import * as z from 'zod/mini';
import { checkComment, cleanComment } from './comment-rules.ts';
import { findWebAddress } from './web-address.ts';

const ruledComment = z.string().check(({ value, issues }) => {
  const problem = checkComment(value);
  if (problem === null) return;
  const word = problem === 'websites_not_allowed' ? findWebAddress(value) : null;
  issues.push({ code: 'custom', message: problem, input: value, ...(word !== null && { params: { word } }) });
});

/** `comments` POST */
export const newCommentSchema = z.object({
  track_title: z.string(),
  comment: z.pipe(ruledComment, z.transform(cleanComment)),
  parent_id: z.nullish(z.number()),
});
