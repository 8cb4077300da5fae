import { createHmac, randomBytes } from 'node:crypto';
import { HAND_OVER_MS } from '#src/contract/limits.ts';
import {
  type HandedSession,
  handedSessionSchema,
  handOverSchema,
  handOverTokenSchema,
} from '#src/features/accounts/player-redirect/hand-over.wire.ts';
import { spendCredential } from '#src/features/accounts/sessions/spent-credentials.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { wireUser } from '#src/members/account/user-row.server.ts';
import { holdAccount, memberMethod, openSession, signInOf } from '#src/members/session/session.server.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';

/**
 * Most sessions of the external player that an account has: another one ends the one longest unused [W127].
 */
const PLAYER_SESSIONS_MAX = 5;

/**
 * `handover` [W127]: takes a member's session along to the player [A15]. GET gives a token for that alone;
 * POST opens a session by it, once and within the minute.
 */
export function handOverEndpoint(services: Pick<Services, 'db' | 'clock' | 'folder' | 'settings'>) {
  const { folder, settings } = services;
  const key = instanceKey(folder.secret, 'hand-over');
  const player = new URL(settings.playerHost);
  // On our own origin the player is a page like any other; elsewhere its session gets the player's name.
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
    const begun = await trx
      .selectFrom('sessions')
      .select('user_id')
      .where('id', '=', said.sessionId)
      .executeTakeFirst();
    if (begun === undefined) throw new WireError('token_invalid');
    await holdAccount(trx, begun.user_id);
    const row = await trx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('users')
      .select(['sessions.created_ms as session_created_ms', 'sessions.signed_in_ms', 'sessions.proven_ms'])
      .where('sessions.id', '=', said.sessionId)
      .where('sessions.expires_ms', '>', nowMs)
      .executeTakeFirst();
    if (row === undefined) throw new WireError('token_invalid');
    const { session_created_ms, signed_in_ms, proven_ms, ...user } = row;
    const signIn = signInOf({ signed_in_ms, proven_ms, created_ms: session_created_ms });
    const named = device === null ? {} : { device, most: PLAYER_SESSIONS_MAX };
    return {
      user: wireUser(user),
      token: await openSession(trx, { userId: user.id, userAgent, nowMs, signIn, ...named }),
    };
  });
}

/** The content of a hand-over's token. */
interface HandOver {
  /** The session that it was made in. */
  readonly sessionId: string;
  /** First instant at which it no longer counts. */
  readonly expiresMs: number;
}

const TOKEN = /^([a-z0-9]{1,64})\.([0-9a-z]{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
/** The instant is written in this base. */
const BASE = 36;

/** Makes `session.instant.random.signature`: soon worthless, and in no table until it is used. */
function signHandOver(key: Buffer, sessionId: string, nowMs: number): string {
  const random = randomBytes(16).toString('base64url');
  const said = `${sessionId}.${(nowMs + HAND_OVER_MS).toString(BASE)}.${random}`;
  return `${said}.${signature(key, said)}`;
}

/** Reads the token; null for one that is not ours. The caller checks whether it has expired or was used. */
function readHandOver(key: Buffer, token: string): HandOver | null {
  const [, sessionId, instant, random, signed] = TOKEN.exec(token) ?? [];
  if (sessionId === undefined || instant === undefined || signed === undefined) return null;
  if (!isSameSecret(signed, signature(key, `${sessionId}.${instant}.${random}`))) return null;
  return { sessionId, expiresMs: Number.parseInt(instant, BASE) };
}

/** Compared as text, since four spellings of it stand for the same bytes. */
function signature(key: Buffer, said: string): string {
  return createHmac('sha256', key).update(said).digest('base64url');
}
