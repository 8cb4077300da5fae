import { REPORTS_AN_HOUR } from '#src/contract/limits.ts';
import { lockRows } from '#src/db/engine.ts';
import type { Services } from '#src/features/services.server.ts';
import { memberMethod } from '#src/members/session/member-method.server.ts';
import { HOUR_MS, perMember } from '#src/platform/rate-limit/limit.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { doneReply } from '#src/platform/wire/wire-reply.ts';
import { isCommentId, stands } from './comment-rows.server.ts';
import { reportSchema } from './comments.wire.ts';
import { requireWriter } from './write-comments.server.ts';

/** `comment-reports`: a member tells the operators of a comment; again changes nothing [W82]. */
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
          // Held, so that it cannot go before the report of it is there.
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
