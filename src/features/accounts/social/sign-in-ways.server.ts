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
 * `sign-in-ways`: the caller's own [W93]. DELETE unlinks a provider, by the password, and ends the other sessions,
 * which somebody else may have opened.
 */
export function signInWaysEndpoint(services: Pick<Services, 'db' | 'clock' | 'passwords'>) {
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
      async run({ query, body, address, limits }, { user, sessionId }) {
        // Without a password the member would have no way in any more.
        if (user.password_hash === null) throw new WireError('forbidden');
        if (!body.password) throw new WireError('validation_failed', { fields: { password: 'required' } });
        const { db, passwords } = services;
        const proof = await requirePassword({ db, passwords, limits }, user, {
          password: body.password,
          address,
        });
        await db.transaction().execute(async (trx) => {
          await requireStillCounts(trx, proof);
          await trx
            .deleteFrom('provider_identities')
            .where('user_id', '=', user.id)
            .where('provider', '=', query.provider)
            .execute();
          await trx
            .deleteFrom('sessions')
            .where('user_id', '=', user.id)
            .where('id', '!=', sessionId)
            .execute();
        });
        return doneReply();
      },
    }),
  };
}
