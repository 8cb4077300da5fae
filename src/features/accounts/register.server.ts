import type { Insertable } from 'kysely';
import type { Database } from '#src/db/database.ts';
import { UniqueViolation } from '#src/db/errors/constraint-violations.ts';
import { timeOrderedId } from '#src/db/ids/time-ordered-id.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { UsersTable } from '#src/db/schema/users-table.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { refuseAboveLimit } from '#src/platform/rate-limit/refuse-above-limit.ts';
import { type Endpoint, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/wire-call.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import type { Language } from '#src/spec/languages.ts';
import { foldEmail, foldUsername } from './account-rules.ts';
import type { AccountServices } from './account-services.server.ts';
import {
  type ClientPreferences,
  type Registered,
  type Registration,
  registrationSchema,
} from './accounts.wire.ts';
import { refuseCommonPassword } from './refuse-common-password.server.ts';
import { openSession } from './session.server.ts';
import { takenError } from './taken-error.server.ts';
import { wireUser } from './wire-user.server.ts';

/** Of registrations of one address at the same instant each replaces the one before: a few turns settle them. */
const TURNS = 5;

/**
 * `register`. With mail the registration waits until its link is followed, and whoever registers learns nothing about
 * the address: a known one is treated alike to the last row, and its owner gets another mail. Without mail the member is
 * signed in at once, and a known address has to be refused.
 */
export function registerEndpoint(services: AccountServices): Endpoint {
  return {
    POST: wireMethod({
      query: nothing,
      body: registrationSchema,
      run: async (call) => dataReply(await register(services, call)),
    }),
  };
}

async function register(
  services: AccountServices,
  call: WireCall<undefined, Registration>,
): Promise<Registered> {
  const { limits, wakeMail, passwords } = services;
  const { body, address, language, userAgent } = call;
  await refuseAboveLimit([limits.registrations, addressKey(address)]);
  await refuseCommonPassword(body.password);
  if (wakeMail !== null) await refuseAboveLimit([limits.mailsToMailbox, foldEmail(body.email)]);
  const passwordHash = await passwords.hash(body.password);
  const row = userRow(body, passwordHash, services.clock.nowMs());
  try {
    if (wakeMail === null) return await registerAtOnce(services.db, row, body.clientPreferences, userAgent);
    const registered = await registerWaiting(services.db, row, body.clientPreferences, language);
    wakeMail();
    return registered;
  } catch (error) {
    throw takenError(error);
  }
}

function userRow(body: Registration, passwordHash: string, nowMs: number) {
  return {
    id: timeOrderedId(nowMs),
    email: body.email,
    email_folded: foldEmail(body.email),
    first_name: body.firstName,
    last_name: body.lastName,
    pseudo: body.pseudo,
    pseudo_folded: body.pseudo && foldUsername(body.pseudo),
    password_hash: passwordHash,
    created_ms: nowMs,
  } satisfies Insertable<UsersTable>;
}

function registerAtOnce(
  db: Database,
  row: ReturnType<typeof userRow>,
  chosen: ClientPreferences,
  userAgent: string,
): Promise<Registered> {
  const nowMs = row.created_ms;
  return db.transaction().execute(async (trx) => {
    await removeWaiting(trx, row.email_folded);
    const user = await insertUser(trx, { ...row, activated_ms: nowMs }, chosen);
    const token = await openSession(trx, { userId: user.id, userAgent, nowMs });
    return { user: wireUser(user), token, emailSent: false };
  });
}

async function registerWaiting(
  db: Database,
  row: ReturnType<typeof userRow>,
  chosen: ClientPreferences,
  language: Language,
): Promise<Registered> {
  for (let turn = 1; ; turn++) {
    try {
      return await db.transaction().execute(async (trx) => {
        await removeWaiting(trx, row.email_folded);
        const user = await insertUser(trx, row, chosen);
        const order = { kind: 'validate', userId: user.id, payload: {}, language, dedupeKey: null };
        await orderMail(trx, row.created_ms, order);
        return { user: wireUser(user), token: null, emailSent: true };
      });
    } catch (error) {
      const raced = error instanceof UniqueViolation && error.columns.includes('email_folded');
      if (!raced || turn >= TURNS) throw error;
    }
  }
}

function removeWaiting(trx: Database, emailFolded: string) {
  return trx
    .deleteFrom('users')
    .where('email_folded', '=', emailFolded)
    .where('activated_ms', 'is', null)
    .execute();
}

async function insertUser(trx: Database, row: Insertable<UsersTable>, chosen: ClientPreferences) {
  const user = await trx.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow();
  const { language, streamId, theme, device } = chosen;
  if (language || streamId || theme || device) {
    await trx
      .insertInto('preferences')
      .values({
        user_id: user.id,
        language: language ?? null,
        theme: theme ?? null,
        last_stream_id: streamId ?? null,
        favorite_stream_id: streamId ?? null,
        device: device ?? null,
      })
      .execute();
  }
  return user;
}
