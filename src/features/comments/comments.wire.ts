import * as z from 'zod/mini';

/** What need not be said of a comment [A85]. */
const unsaid = z._default(z.nullable(z.string()), null);

/** A reply to a comment [W54]. Of a deleted comment only `id`, `parent_id` and `created_at` are left. */
const replySchema = z.object({
  id: z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))]),
  /** The author's present username; null without one. */
  pseudo: unsaid,
  first_name: unsaid,
  /** The caller's own; null for anybody else's. */
  last_name: unsaid,
  /** Address; '' when there is none. */
  profile_picture: z.pipe(
    z.nullish(z.string()),
    z.transform((address) => address ?? ''),
  ),
  /** Plain text; '' of a deleted one. */
  comment: z.string(),
  created_at: z.string(),
  /** Null of one that is no reply, or whose reply does not say. */
  parent_id: z._default(z.nullable(z.number()), null),
  deleted: z._default(z.boolean(), false),
  /** Whether the caller wrote it; missing for guests. */
  own: z.optional(z.boolean()),
});

/** A comment with its first replies, oldest first; `reply_count` counts all of them. */
export const commentSchema = z.pipe(
  z.extend(replySchema, {
    replies: z._default(z.array(replySchema), []),
    reply_count: z.optional(z.number()),
  }),
  z.transform((comment) => ({
    ...comment,
    replies: comment.replies.map((reply): Reply => ({ ...reply, parent_id: reply.parent_id ?? comment.id })),
    reply_count: comment.reply_count ?? comment.replies.length,
  })),
);
export type Comment = z.infer<typeof commentSchema>;
export type Reply = z.infer<typeof replySchema>;

/** `comments` GET: newest first. How many there are in all may be left out [A85]: as many as came. */
export const commentsSchema = z.pipe(
  z.object({
    comments: z.array(commentSchema),
    has_more: z.boolean(),
    total: z.optional(z.number()),
  }),
  z.transform((page) => ({ ...page, total: page.total ?? page.comments.length })),
);
export type CommentsPage = z.infer<typeof commentsSchema>;

/** `replies` GET: oldest first [W135]. */
export const repliesSchema = z.object({
  replies: z.array(replySchema),
  has_more: z.boolean(),
  total: z.number(),
});
export type RepliesPage = z.infer<typeof repliesSchema>;

/** Why somebody reports a comment. */
export const REPORT_REASONS = ['spam', 'insult', 'private_data', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** `comment-reports` POST [W82] */
export const reportSchema = z.object({
  id: z.number(),
  reason: z._default(z.pipe(z.string(), z.enum(REPORT_REASONS)), 'other'),
});
