import { trackTag } from '#src/contract/page-tags.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import { isoTime } from '#src/platform/wire/wire-reply.ts';
import { commentReportsEndpoint, commentsEndpoint, repliesEndpoint } from './comments-endpoint.server.ts';
import { eraseCommentsOf } from './write-comments.server.ts';

export function commentsFeature(services: Services) {
  return {
    endpoints: {
      'comment-reports': commentReportsEndpoint(services),
      comments: commentsEndpoint(services),
      replies: repliesEndpoint(services),
    },
    memberData: [commentsData],
  } satisfies Feature;
}

/**
 * Comments in the export. With the account go their text and name, and the rows that nobody has replied to.
 */
const commentsData: MemberData = {
  name: 'comments',
  async exportOf(db, userId) {
    const written = await db
      .selectFrom('comments')
      .innerJoin('songs', 'songs.id', 'comments.song_id')
      .select(['comments.id', 'comments.parent_id', 'comments.comment', 'comments.created_ms'])
      .select(['comments.hidden_ms', 'songs.full_title'])
      .where('comments.user_id', '=', userId)
      .orderBy('comments.created_ms')
      .orderBy('comments.id')
      .execute();
    const reported = await db
      .selectFrom('comment_reports')
      .select(['comment_id', 'reason', 'reported_ms'])
      .where('user_id', '=', userId)
      .orderBy('reported_ms')
      .execute();
    const blocked = await db
      .selectFrom('blocked_members')
      .select('blocked_ms')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return {
      written: written.map(({ created_ms, hidden_ms, ...row }) => ({
        ...row,
        created_at: isoTime(created_ms),
        hidden_at: isoTime(hidden_ms),
      })),
      reported: reported.map(({ reported_ms, ...row }) => ({ ...row, reported_at: isoTime(reported_ms) })),
      blocked_at: isoTime(blocked?.blocked_ms ?? null),
    };
  },
  async pagesOf(db, userId) {
    const rows = await db
      .selectFrom('comments')
      .innerJoin('songs', 'songs.id', 'comments.song_id')
      .select('songs.slug')
      .distinct()
      .where('comments.user_id', '=', userId)
      .execute();
    return rows.map(({ slug }) => trackTag(slug));
  },
  removeOf: eraseCommentsOf,
};
