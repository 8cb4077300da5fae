import {
  type HandedSession,
  handedSessionSchema,
  handOverSchema,
  handOverTokenSchema,
} from '#src/features/accounts/player-redirect/hand-over.wire.ts';
import { spendCredential } from '#src/features/accounts/sessions/spent-credentials.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { wireUser } from '#src/members/account/wire-user.server.ts';
import { memberMethod } from '#src/members/session/member-method.server.ts';
import { openSession } from '#src/members/session/session.server.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { readHandOver, signHandOver } from './hand-over-token.server.ts';

/** How many sessions of the external player an account has: for the next the one longest unused ends [W127]. */
const PLAYER_SESSIONS_MAX = 5;

/**
 * `handover` [W127]: how a member takes the session along to the player [A15]. GET gives a token for this alone; POST
 * opens a session by it, once and within the minute.
 */
export function handOverEndpoint(services: Pick<Services, 'db' | 'clock' | 'folder' | 'settings'>) {
  const { folder, settings } = services;
  const key = instanceKey(folder.secret, 'hand-over');
  const player = new URL(settings.playerHost);
  // On our own origin it is one more page of the browser that calls; elsewhere a member wants to know it by name.
  const device = player.origin === settings.origin ? null : player.host;
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: handOverTokenSchema,
      run: async (_call, { sessionId }) =>
        dataReply({ token: signHandOver(key, sessionId, services.clock.nowMs()) }),
    }),
    POST: wireMethod({
      query: nothing,
      body: handOverSchema,
      reply: handedSessionSchema,
      run: async ({ body, userAgent }) =>
        dataReply(await takeOver(services, { key, token: body.token, userAgent, device })),
    }),
  };
}

async function takeOver(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  handed: { key: Buffer; token: string; userAgent: string; device: string | null },
): Promise<HandedSession> {
  const { key, token, userAgent, device } = handed;
  const nowMs = clock.nowMs();
  const said = readHandOver(key, token);
  if (said === null) throw new WireError('token_invalid');
  if (said.expiresMs <= nowMs) throw new WireError('token_expired');
  return db.transaction().execute(async (trx) => {
    if (!(await spendCredential(trx, token, said.expiresMs))) throw new WireError('token_used');
    const user = await trx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('users')
      .where('sessions.id', '=', said.sessionId)
      .where('sessions.expires_ms', '>', nowMs)
      .executeTakeFirst();
    if (user === undefined) throw new WireError('token_invalid');
    const named = device === null ? {} : { device, most: PLAYER_SESSIONS_MAX };
    return {
      user: wireUser(user),
      token: await openSession(trx, { userId: user.id, userAgent, nowMs, ...named }),
    };
  });
}
