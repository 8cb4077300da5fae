import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import {
  COMMENTS_A_MINUTE,
  COMMENTS_AN_HOUR,
  COMMENTS_PAGE,
  REPLIES_PAGE,
  REPORTS_AN_HOUR,
  ROWS_MAX,
} from '#src/contract/limits.ts';
import { trackTag } from '#src/contract/page-tags.ts';
import { lockRows } from '#src/db/engine.ts';
import type { Services } from '#src/features/services.server.ts';
import { findMember, memberMethod } from '#src/members/session/session.server.ts';
import { perMember } from '#src/platform/rate-limit/limit.ts';
import { limitParameter, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { refuseAboveLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { findSongByTitle, onSong } from '#src/records/songs/find-song.ts';
import { isCommentId, stands } from './comment-rows.server.ts';
import { checkComment, cleanComment } from './comment-rules.ts';
import { commentSchema, commentsSchema, repliesSchema, reportSchema } from './comments.wire.ts';
import { listComments, listReplies } from './list-comments.server.ts';
import { findWebAddress } from './web-address.ts';
import { removeComment, requireWriter, writeComment } from './write-comments.server.ts';

const perMinute = perMember({ COMMENTS_A_MINUTE }, MINUTE_MS);
const perHour = perMember({ COMMENTS_AN_HOUR }, HOUR_MS);
/** More than any track will ever have comments. */
const OFFSET_MAX = 1_000_000;

const ruledComment = z.string().check(({ value, issues }) => {
  const problem = checkComment(value);
  if (problem === null) return;
  const word = problem === 'websites_not_allowed' ? findWebAddress(value) : null;
  issues.push({ code: 'custom', message: problem, input: value, ...(word !== null && { params: { word } }) });
});

/** `comments` POST */
const newCommentSchema = z.object({
  track_title: z.string(),
  comment: ruledComment.transform(cleanComment),
  parent_id: z.number().nullish(),
  /** How many milliseconds ago the words were sent first, where no answer came [R45]. */
  again: z.number().min(0).nullish(),
});

const offset = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => Math.min(OFFSET_MAX, Math.max(0, Number(text))))
  .default(0);

/** `replies`: further ones than come with their comment [W135]. */
export function repliesEndpoint(services: Pick<Services, 'db' | 'clock' | 'station'>) {
  return {
    GET: wireMethod({
      query: z.object({
        parent_id: z.string().regex(/^\d+$/),
        limit: limitParameter({ standard: REPLIES_PAGE, max: ROWS_MAX }),
        offset,
      }),
      body: nothing,
      reply: repliesSchema,
      async run({ query, token }) {
        const caller = await findMember(services, token);
        const { limit, offset: from, parent_id } = query;
        const telling = { callerId: caller?.user.id ?? null, stationName: services.station().name };
        const page = { parentId: Number(parent_id), limit, offset: from, ...telling };
        return dataReply(await listReplies(services.db, page));
      },
    }),
  };
}

/** `comments` of a track: everybody may read them, members write and delete theirs [W54]. */
export function commentsEndpoint(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'station' | 'purgePages'>,
) {
  const { db, clock, purgePages } = services;
  return {
    GET: wireMethod({
      query: z.object({
        track_title: z.string(),
        limit: limitParameter({ standard: COMMENTS_PAGE, max: ROWS_MAX }),
        offset,
      }),
      body: nothing,
      reply: commentsSchema,
      knownClients: services.settings,
      async run({ query, token }) {
        const song = await findSongByTitle(db, query.track_title);
        if (song === null) return dataReply({ comments: [], has_more: false, total: 0 });
        const caller = await findMember(services, token);
        const telling = { callerId: caller?.user.id ?? null, stationName: services.station().name };
        const page = { limit: query.limit, offset: query.offset, ...telling };
        return dataReply(await listComments(db, { songId: song.id, ...page }));
      },
    }),
    POST: memberMethod(services, {
      query: nothing,
      body: newCommentSchema,
      reply: commentSchema,
      ownLimits: [perMinute, perHour],
      async run({ body, limits }, { user }) {
        const find = () => findSongByTitle(db, body.track_title);
        if ((await find()) === null) throw new WireError('track_not_found');
        const { comment, parent_id = null, again = null } = body;
        const written = {
          userId: user.id,
          comment,
          parentId: parent_id,
          againMs: again,
          nowMs: clock.nowMs(),
          stationName: services.station().name,
          count: () => refuseAboveLimit(limits, [perMinute, user.id], [perHour, user.id]),
        };
        const shown = await onSong(find, async ({ id, slug }) => ({
          comment: await writeComment(db, { ...written, songId: id }),
          slug,
        }));
        if (shown === null) throw new WireError('track_not_found');
        purgePages?.([trackTag(shown.slug)]);
        return dataReply(shown.comment);
      },
    }),
    DELETE: memberMethod(services, {
      query: z.object({ id: z.string().regex(/^\d+$/) }),
      body: nothing,
      reply: nothing,
      async run({ query }, { user }) {
        const removed = { id: Number(query.id), userId: user.id, nowMs: clock.nowMs() };
        const slug = await removeComment(db, removed);
        purgePages?.([trackTag(slug)]);
        return doneReply();
      },
    }),
  };
}

/** `comment-reports`: a member reports a comment to the operators; a second report changes nothing [W82]. */
export function commentReportsEndpoint(services: Pick<Services, 'db' | 'clock'>) {
  const { db, clock } = services;
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: reportSchema,
      reply: nothing,
      limits: [perMember({ REPORTS_AN_HOUR }, HOUR_MS)],
      async run({ body: { id, reason } }, { user }) {
        await db.transaction().execute(async (trx) => {
          await requireWriter(trx, user.id);
          // Locked, so that the comment cannot go before its report is stored.
          const reported = isCommentId(id)
            ? await lockRows(
                trx,
                trx.selectFrom('comments').select('user_id').where('comments.id', '=', id).where(stands),
              ).executeTakeFirst()
            : undefined;
          if (reported === undefined) throw new WireError('comment_not_found');
          if (reported.user_id === user.id) throw new WireError('forbidden');
          await trx
            .insertInto('comment_reports')
            .values({ comment_id: id, user_id: user.id, reason, reported_ms: clock.nowMs() })
            .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doNothing())
            .execute();
        });
        return doneReply();
      },
    }),
  };
}
