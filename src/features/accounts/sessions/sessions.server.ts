import * as z from 'zod';
import type { Services } from '#src/features/services.server.ts';
import { wireUser } from '#src/members/account/user-row.server.ts';
import { holdAccount, type Member, memberMethod, openSession } from '#src/members/session/session.server.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { type Sessions, sessionsSchema, signedInSchema } from './sessions.wire.ts';

/** `logout`: the token is dead afterwards. */
export function logoutEndpoint(services: Pick<Services, 'db' | 'clock'>) {
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: nothing,
      async run(_call, { sessionId }) {
        await services.db.deleteFrom('sessions').where('id', '=', sessionId).execute();
        return doneReply();
      },
    }),
  };
}

/**
 * `sessions`: the caller's own. POST opens another in place of the one that calls, whose token has been in an
 * address; DELETE ends the one named by `id`, or without it all but the caller's present one.
 */
export function sessionsEndpoint(services: Pick<Services, 'db' | 'clock'>) {
  const { db } = services;
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: sessionsSchema,
      run: async (_call, member) => dataReply(await listSessions(services, member)),
    }),
    POST: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: signedInSchema,
      async run({ userAgent }, { user, sessionId, signIn }) {
        const token = await db.transaction().execute(async (trx) => {
          await holdAccount(trx, user.id);
          const { numDeletedRows } = await trx
            .deleteFrom('sessions')
            .where('id', '=', sessionId)
            .executeTakeFirst();
          // The other one of two calls at once was first.
          if (numDeletedRows === 0n) throw new WireError('authentication_required');
          const nowMs = services.clock.nowMs();
          return openSession(trx, { userId: user.id, userAgent, nowMs, signIn });
        });
        return dataReply({ user: wireUser(user), token });
      },
    }),
    DELETE: memberMethod(services, {
      query: z.object({ id: z.string().optional() }),
      body: nothing,
      reply: nothing,
      async run({ query }, { user, sessionId }) {
        const { id } = query;
        const ended = await db.transaction().execute(async (trx) => {
          await holdAccount(trx, user.id);
          const own = trx.deleteFrom('sessions').where('user_id', '=', user.id);
          const chosen = id === undefined ? own.where('id', '!=', sessionId) : own.where('id', '=', id);
          return chosen.executeTakeFirst();
        });
        if (id !== undefined && ended.numDeletedRows === 0n) throw new WireError('session_not_found');
        return doneReply();
      },
    }),
  };
}

async function listSessions(
  services: Pick<Services, 'db' | 'clock'>,
  { user, sessionId }: Member,
): Promise<Sessions> {
  const rows = await services.db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_ms', 'used_ms'])
    .where('user_id', '=', user.id)
    .where('expires_ms', '>', services.clock.nowMs())
    .orderBy('used_ms', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    sessions: rows.map(({ id, device, created_ms, used_ms }) => ({
      id,
      device,
      created_at: new Date(created_ms).toISOString(),
      last_used_at: new Date(used_ms).toISOString(),
      current: id === sessionId,
    })),
  };
}
