import type { Language } from '#src/contract/languages.ts';
import { COMMENTS_PAGE, REPLIES_PAGE } from '#src/contract/limits.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { CommentsPage, RepliesPage } from './comments.wire.ts';

const importPage = async () => (await import('./comments.wire.ts')).commentsSchema;

const importReplies = async () => (await import('./comments.wire.ts')).repliesSchema;

/**
 * A page of a track's comments, newest first.
 * @param track full title
 * @param offset how many come before it
 */
export function commentsQuery(track: string, language: Language, offset = 0): PageQuery<CommentsPage> {
  const parameters = { track_title: track, limit: String(COMMENTS_PAGE), offset: String(offset) };
  return wireQuery('comments', parameters, language, importPage);
}

/**
 * Further replies to a comment, oldest first.
 * @param offset how many come before them
 */
export function repliesQuery(parentId: number, language: Language, offset: number): PageQuery<RepliesPage> {
  const parameters = { parent_id: String(parentId), limit: String(REPLIES_PAGE), offset: String(offset) };
  return wireQuery('replies', parameters, language, importReplies);
}

/**
 * The same as a member sees it, who is told which comments
 * are their own; kept apart from what everybody sees.
 */
export function ofMember<T>(query: PageQuery<T>, userId: string | null): PageQuery<T> {
  return { ...query, queryKey: [...query.queryKey, userId] };
}
