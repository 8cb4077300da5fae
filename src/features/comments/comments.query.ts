import type { Language } from '#src/contract/languages.ts';
import { COMMENTS_PAGE } from '#src/contract/limits.ts';
import { type PageQuery, wireQuery } from '#src/page/wire/page-query.ts';
import type { Span } from './ask-following.ts';
import type { CommentsPage, RepliesPage } from './comments.wire.ts';

const importPage = () => import('./comments.wire.ts').then((file) => file.commentsSchema);

const importReplies = () => import('./comments.wire.ts').then((file) => file.repliesSchema);

/**
 * A page of a track's comments, newest first; without a span the first one.
 * @param track full title
 */
export function commentsQuery(
  track: string,
  language: Language,
  span: Span = { offset: 0, limit: COMMENTS_PAGE },
): PageQuery<CommentsPage> {
  return wireQuery('comments', { track_title: track, ...parametersOf(span) }, language, importPage);
}

/** Further replies to a comment, oldest first. */
export function repliesQuery(parentId: number, language: Language, span: Span): PageQuery<RepliesPage> {
  const parameters = { parent_id: String(parentId), ...parametersOf(span) };
  return wireQuery('replies', parameters, language, importReplies);
}

const parametersOf = ({ offset, limit }: Span) => ({ limit: String(limit), offset: String(offset) });

/**
 * The same as a member sees it, who is told which comments
 * are their own; kept apart from what everybody sees.
 */
export function ofMember<T>(query: PageQuery<T>, userId: string | null): PageQuery<T> {
  return { ...query, queryKey: [...query.queryKey, userId] };
}
