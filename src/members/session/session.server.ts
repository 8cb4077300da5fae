import { getParser } from 'bowser';
import * as z from 'zod';
import type { $ZodType, input, output } from 'zod/v4/core';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { MEMBER_CALLS_A_SECOND, MEMBER_CALLS_AT_ONCE } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { timeOrderedId } from '#src/db/ids/time-ordered-id.ts';
import type { UserRow } from '#src/members/account/user-row.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { paceOfMember } from '#src/platform/rate-limit/limit.ts';
import { guardedMethod, type MethodDefinition, type WireMethod } from '#src/platform/wire/endpoint.ts';
import type { MethodSchemas } from '#src/platform/wire/method-schemas.wire.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { refuseAboveLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import type { WireReply } from '#src/platform/wire/wire-reply.ts';
import { createToken, hashToken } from './secret-token.server.ts';

/** Idle time after which a session ends [W6]. */
const SESSION_MS = 90 * DAY_MS;
/** How long after its sign-in a session ends, however much it is used [A106]. */
export const SESSION_LONGEST_MS = 365 * DAY_MS;
/** A use is written down at most this often, so that not every request writes. */
const NOTE_EVERY_MS = 5 * MINUTE_MS;

/**
 * Holds a member's account until the transaction ends. Whoever ends sessions, or opens one out of another, holds it
 * first: else one is opened out of a session that ends at this moment, and goes on.
 */
export async function holdAccount(trx: Database, userId: string): Promise<void> {
  await lockRows(trx, trx.selectFrom('users').select('id').where('id', '=', userId)).execute();
}

/** Most sessions of an account: another one ends the one longest unused [W39]. */
const SESSIONS_MAX = 50;

/** The member who calls: a row of users, with the session. */
export interface Member {
  readonly user: UserRow;
  readonly sessionId: string;
  /** What the session was opened by, or the one it came from. */
  readonly signIn: SignIn;
}

interface Reading {
  readonly db: Database;
  readonly clock: Clock;
}

/** What opened a session, or the one that it came from. */
export interface SignIn {
  /** From then on the session counts [A106]. */
  readonly atMs: number;
  /** When somebody last showed to be the member [A107, A111]. */
  readonly provenMs: number;
}

/** A session as its row says how old it is. */
interface Aged {
  /** Null in a row of before it was noted: it was opened by a sign-in. */
  readonly signed_in_ms: number | null;
  readonly proven_ms: number | null;
  readonly created_ms: number;
}

/** The sign-in that a session comes from. */
export function signInOf({ signed_in_ms, proven_ms, created_ms }: Aged): SignIn {
  const atMs = signed_in_ms ?? created_ms;
  return { atMs, provenMs: proven_ms ?? atMs };
}

/** When a session ends that is used now and never again [W6, A106]. */
function endOf(signedInMs: number, nowMs: number): number {
  return Math.min(nowMs + SESSION_MS, signedInMs + SESSION_LONGEST_MS);
}

/**
 * Opens a session and returns its bearer token, which is stored nowhere. `signIn` is that of the session it comes
 * from, and now where somebody has just signed in; `device` replaces the name made from the user agent; `most`
 * limits the account's sessions of that name.
 */
export async function openSession(
  db: Database,
  session: {
    userId: string;
    userAgent: string;
    nowMs: number;
    signIn?: SignIn;
    device?: string;
    most?: number;
  },
): Promise<string> {
  const { userId, userAgent, nowMs, device = deviceName(userAgent), most } = session;
  const { atMs, provenMs } = session.signIn ?? { atMs: nowMs, provenMs: nowMs };
  const token = createToken();
  const id = timeOrderedId(nowMs);
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      token_hash: hashToken(token),
      device,
      created_ms: nowMs,
      signed_in_ms: atMs,
      proven_ms: provenMs,
      used_ms: nowMs,
      expires_ms: endOf(atMs, nowMs),
    })
    .execute();
  if (most !== undefined) await endSurplus(db, { userId, newestId: id, most, device });
  await endSurplus(db, { userId, newestId: id, most: SESSIONS_MAX });
  return token;
}

/** Ends the sessions longest unused beyond `most`; with `device`, counts only those of that name. */
async function endSurplus(
  db: Database,
  { userId, newestId, most, device }: { userId: string; newestId: string; most: number; device?: string },
): Promise<void> {
  const all = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', newestId);
  const counted = device === undefined ? all : all.where('device', '=', device);
  const others = await counted.orderBy('used_ms', 'desc').orderBy('id', 'desc').execute();
  const surplus = others.slice(most - 1).map(({ id }) => id);
  if (surplus.length > 0) await db.deleteFrom('sessions').where('id', 'in', surplus).execute();
}

/** The member whose token it is; null for no token or a dead one. For calls that guests may make too. */
export async function findMember({ db, clock }: Reading, token: string | null): Promise<Member | null> {
  if (token === null) return null;
  const nowMs = clock.nowMs();
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .select([
      'sessions.id as session_id',
      'sessions.used_ms as session_used_ms',
      'sessions.created_ms as session_created_ms',
      'sessions.signed_in_ms',
      'sessions.proven_ms',
    ])
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_ms', '>', nowMs)
    .where('users.activated_ms', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { session_id, session_used_ms, session_created_ms, signed_in_ms, proven_ms, ...user } = row;
  const signIn = signInOf({ signed_in_ms, proven_ms, created_ms: session_created_ms });
  const endsMs = endOf(signIn.atMs, nowMs);
  // An earlier version may still run beside this one, and prolongs without an end.
  if (endsMs <= nowMs) return null;
  if (nowMs - session_used_ms >= NOTE_EVERY_MS) {
    await db
      .updateTable('sessions')
      .set({ used_ms: nowMs, expires_ms: endsMs })
      .where('id', '=', session_id)
      .execute()
      .catch((error: unknown) => {
        // What only reads goes on where nothing can be written, as on a replica.
        if (!(error instanceof DatabaseUnavailable)) throw error;
      });
  }
  return { user, sessionId: session_id, signIn };
}

/**
 * Like findMember.
 * @throws {WireError} `authentication_required` without a member
 */
async function requireMember(reading: Reading, token: string | null): Promise<Member> {
  const member = await findMember(reading, token);
  if (member === null) throw new WireError('authentication_required');
  return member;
}

/** @throws {WireError} `forbidden` unless a `user_id` of a call is the member's own */
export function requireOwnId(member: Member, userId: string): void {
  if (userId !== member.user.id) throw new WireError('forbidden');
}

/**
 * The `rights` of a method whose body names the member: the id is looked at before the other fields are [W7, W9]. One
 * that is missing breaks a rule, and is left to that.
 * @throws {WireError} `forbidden` for another's `user_id`
 */
export function ownUserId(member: Member, body: unknown): void {
  const { data } = namingMember.safeParse(body);
  if (data !== undefined) requireOwnId(member, String(data.user_id));
}

const namingMember = z.object({ user_id: z.union([z.string(), z.number()]) });

/**
 * Ends all sessions of a member, and the links in mails that would open another [A108]; gives how many sessions there
 * were.
 */
export async function endSessions(db: Database, userId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await holdAccount(trx, userId);
    await trx.deleteFrom('email_tokens').where('user_id', '=', userId).execute();
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}

/** How much of a user agent is read. */
const LONGEST_READ = 500;
const LONGEST_NAME = 60;

/**
 * The name by which a member recognises a session: `Firefox · Linux`. Versions, which would tell machines
 * apart, are left out.
 */
function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const parser = getParser(userAgent.slice(0, LONGEST_READ));
  const names = [parser.getBrowserName(), parser.getOSName()].filter((name) => name !== '');
  return names.join(' · ').slice(0, LONGEST_NAME);
}

/** All calls of a member [W118]. */
const memberCalls = paceOfMember({ MEMBER_CALLS_AT_ONCE }, { MEMBER_CALLS_A_SECOND });

/**
 * A method for members alone: a call without a living token is 401, whatever else it holds [W6], and one of a
 * member who calls too often 429 [W118].
 */
export function memberMethod<Query extends $ZodType, Body extends $ZodType, Reply extends $ZodType>(
  services: { readonly db: Database; readonly clock: Clock },
  definition: MethodDefinition<Query, Body, Reply, 'address' | 'member'> & {
    rights?(member: Member, body: unknown): void;
    run(call: WireCall<output<Query>, output<Body>>, member: Member): Promise<WireReply<input<Reply>>>;
  },
): WireMethod<MethodSchemas<Query, Body, Reply>> {
  return guardedMethod({
    ...definition,
    callers: 'members',
    keyOf: ({ user }) => user.id,
    async admit({ token, limits }) {
      const member = await requireMember(services, token);
      await refuseAboveLimit(limits, [memberCalls, member.user.id]);
      return member;
    },
  });
}
