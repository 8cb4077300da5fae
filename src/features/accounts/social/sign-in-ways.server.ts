import { orderMail } from '#src/db/mail-queue.ts';
import type { Services } from '#src/features/services.server.ts';
import {
  PASSWORD_LIMITS,
  requirePassword,
  requireStillCounts,
} from '#src/members/password/password-attempt.server.ts';
import { memberMethod } from '#src/members/session/session.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { signInWaysSchema, unlinkBodySchema, unlinkSchema } from './sign-in-ways.wire.ts';

/**
 * `sign-in-ways`: the caller's own [W93]. DELETE unlinks a provider, by the password, ends the other sessions, which
 * somebody else may have opened, and has a mail tell of it.
 */
export function signInWaysEndpoint(services: Pick<Services, 'db' | 'clock' | 'passwords' | 'wakeMail'>) {
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: signInWaysSchema,
      async run(_call, { user }) {
        const rows = await services.db
          .selectFrom('provider_identities')
          .select('provider')
          .distinct()
          .where('user_id', '=', user.id)
          .orderBy('provider')
          .execute();
        const providers = rows.map(({ provider }) => provider);
        return dataReply({ password: user.password_hash !== null, providers });
      },
    }),
    DELETE: memberMethod(services, {
      query: unlinkSchema,
      body: unlinkBodySchema,
      reply: nothing,
      ownLimits: PASSWORD_LIMITS,
      async run({ query, body, address, language, limits }, { user, sessionId }) {
        // Without a password the member would have no way in any more.
        if (user.password_hash === null) throw new WireError('forbidden');
        if (!body.password) throw new WireError('validation_failed', { fields: { password: 'required' } });
        const { db, clock, passwords, wakeMail } = services;
        const proof = await requirePassword({ db, passwords, limits }, user, {
          password: body.password,
          address,
        });
        await db.transaction().execute(async (trx) => {
          await requireStillCounts(trx, proof);
          const { numDeletedRows } = await trx
            .deleteFrom('provider_identities')
            .where('user_id', '=', user.id)
            .where('provider', '=', query.provider)
            .executeTakeFirst();
          await trx
            .deleteFrom('sessions')
            .where('user_id', '=', user.id)
            .where('id', '!=', sessionId)
            .execute();
          if (wakeMail === null || numDeletedRows === 0n) return;
          const payload = { provider: query.provider, atMs: clock.nowMs() };
          const order = { kind: 'provider-unlinked', userId: user.id, payload, language, dedupeKey: null };
          await orderMail(trx, payload.atMs, order);
        });
        wakeMail?.();
        return doneReply();
      },
    }),
  };
}
