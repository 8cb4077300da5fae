import * as z from 'zod';
import { COMMENTS_PAGE } from '#src/contract/limits.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { memberMethod } from '#src/features/accounts/sessions/member-method.server.ts';
import { findMember } from '#src/features/accounts/sessions/session.server.ts';
import { createMemoryRateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { refuseAboveLimit } from '#src/platform/rate-limit/refuse-above-limit.ts';
import { guardedMethod, nothing } from '#src/platform/wire/endpoint.ts';
import { requireKnownClient } from '#src/platform/wire/known-client.ts';
import { limitParameter } from '#src/platform/wire/limit-parameter.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { findSongByTitle } from '#src/records/songs/find-song.ts';
import { commentSchema, commentsSchema } from './comments.wire.ts';
import { listComments } from './list-comments.server.ts';
import { newCommentSchema } from './new-comment.wire.ts';
import { removeComment, writeComment } from './write-comments.server.ts';

const LIMIT_MAX = 50;
/** Farther than any track will ever have comments. */
const OFFSET_MAX = 1_000_000;
const MINUTE_MS = 60_000;

const offset = z
  .string()
  .regex(/^-?\d+$/)
  .transform((text) => Math.min(OFFSET_MAX, Math.max(0, Number(text))))
  .default(0);

/** `comments`: those of a track, to read for everybody, to write and to delete for members [W54]. */
export function commentsEndpoint(
  services: AccountServices,
  settings: { readonly clientApiKeys: readonly string[] },
) {
  const { db, clock } = services;
  const limits = createMemoryRateLimits(clock);
  const ofMinute = limits.limit({ most: 5, perMs: MINUTE_MS });
  const ofHour = limits.limit({ most: 30, perMs: 60 * MINUTE_MS });
  return {
    GET: guardedMethod({
      query: z.object({
        track_title: z.string(),
        limit: limitParameter({ standard: COMMENTS_PAGE, max: LIMIT_MAX }),
        offset,
      }),
      body: nothing,
      reply: commentsSchema,
      admit: async ({ clientKey }) => requireKnownClient(settings, clientKey),
      async run({ query, token }) {
        const song = await findSongByTitle(db, query.track_title);
        if (song === null) return dataReply({ comments: [], has_more: false, total: 0 });
        const caller = await findMember(services, token);
        const page = { limit: query.limit, offset: query.offset, callerId: caller?.user.id ?? null };
        return dataReply(await listComments(db, { songId: song.id, ...page }));
      },
    }),
    POST: memberMethod(services, {
      query: nothing,
      body: newCommentSchema,
      reply: commentSchema,
      async run({ body }, { user }) {
        const song = await findSongByTitle(db, body.track_title);
        if (song === null) throw new WireError('track_not_found');
        await refuseAboveLimit([ofMinute, user.id], [ofHour, user.id]);
        const { comment, parent_id = null } = body;
        const written = { userId: user.id, songId: song.id, comment, parentId: parent_id };
        return dataReply(await writeComment(db, { ...written, nowMs: clock.nowMs() }));
      },
    }),
    DELETE: memberMethod(services, {
      query: z.object({ id: z.string().regex(/^\d+$/) }),
      body: nothing,
      reply: nothing,
      async run({ query }, { user }) {
        await removeComment(db, { id: Number(query.id), userId: user.id, nowMs: clock.nowMs() });
        return doneReply();
      },
    }),
  };
}
