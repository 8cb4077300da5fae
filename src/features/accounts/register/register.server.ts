import type { Insertable } from 'kysely';
import type { Database } from '#src/db/database.ts';
import { timeOrderedId } from '#src/db/ids/time-ordered-id.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { UsersTable } from '#src/db/schema/members-tables.ts';
import {
  mailsToMailbox,
  mailsToNewAddresses,
  registrations,
} from '#src/features/accounts/limits/account-limits.server.ts';
import { beginRegistration } from '#src/features/accounts/registrations/registration-origin.server.ts';
import {
  insertWaiting,
  removeWaiting,
} from '#src/features/accounts/registrations/waiting-registration.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { findAccounts, takenError, type UserRow, wireUser } from '#src/members/account/user-row.server.ts';
import { refuseCommonPassword } from '#src/members/password/common-passwords.server.ts';
import { foldUsername } from '#src/members/rules/account-rules.ts';
import { requireMailbox, withoutTag } from '#src/members/rules/mailbox.server.ts';
import { openSession } from '#src/members/session/session.server.ts';
import { requireUsernameFree } from '#src/members/username/username-holder.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { STATION } from '#src/platform/rate-limit/limit.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { refuseAboveLimit, refuseAtLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import {
  type ClientPreferences,
  type Registered,
  type Registration,
  registeredSchema,
  registrationSchema,
} from './register.wire.ts';

type RegisterServices = Pick<
  AccountServices,
  'db' | 'clock' | 'settings' | 'station' | 'passwords' | 'wakeMail' | 'addressDigestKey'
>;
type RegistrationCall = WireCall<undefined, Registration>;
type RegistrationOrigin = ReturnType<typeof beginRegistration>['origin'];

/**
 * `register` [W38]. With mail the registration waits until its link is followed, and the caller learns
 * nothing about the address: a known one gets the same reply at the same cost, and its owner another mail.
 * Without mail the member is signed in at once, and a known address has to be refused.
 */
export function registerEndpoint(services: RegisterServices) {
  return {
    POST: wireMethod({
      query: nothing,
      body: registrationSchema,
      reply: registeredSchema,
      ownLimits: [registrations, mailsToMailbox, mailsToNewAddresses],
      async run(call) {
        const { origin, setCookie } = beginRegistration(services, call);
        const data = await register(services, call, origin);
        return { ...dataReply(data), headers: { 'set-cookie': setCookie } };
      },
    }),
  };
}

async function register(
  services: RegisterServices,
  call: RegistrationCall,
  origin: RegistrationOrigin,
): Promise<Registered> {
  const { body } = call;
  const { pseudo: username } = body;
  const mailbox = requireMailbox(body.email);
  await refuseCommonPassword(body.password);
  // What breaks a rule uses up nothing of it [W9].
  await refuseAboveLimit(call.limits, [registrations, addressKey(call.address)]);
  if (username !== null) await requireUsernameFree(services, username, null);
  return services.wakeMail === null
    ? registerAtOnce(services, call, mailbox)
    : registerWaiting(services, call, { mailbox, origin }, services.wakeMail);
}

async function registerAtOnce(
  { db, clock, passwords }: RegisterServices,
  { body, address, userAgent }: RegistrationCall,
  mailbox: string,
): Promise<Registered> {
  const passwordHash = await passwords.hash(addressKey(address), body.password);
  const nowMs = clock.nowMs();
  const user: UserRow = {
    ...userRow(body, mailbox, passwordHash, nowMs),
    activated_ms: nowMs,
    pseudo_folded: body.pseudo && foldUsername(body.pseudo),
  };
  try {
    return await db.transaction().execute(async (trx) => {
      await removeWaiting(trx, mailbox);
      await trx.insertInto('users').values(user).execute();
      await insertChoices(trx, user.id, body.clientPreferences);
      const token = await openSession(trx, { userId: user.id, userAgent, nowMs });
      return { user: wireUser(user), token, emailSent: false };
    });
  } catch (error) {
    throw takenError(error);
  }
}

/**
 * Past the mailbox's limit the reply is the usual one, and the registration waits without a mail: it can be
 * sent again.
 */
async function registerWaiting(
  { db, clock, passwords }: RegisterServices,
  { body, address, language, limits }: RegistrationCall,
  { mailbox, origin }: { mailbox: string; origin: RegistrationOrigin },
  wakeMail: () => void,
): Promise<Registered> {
  await refuseAtLimit(limits, [mailsToNewAddresses, STATION]);
  const { waiting } = await findAccounts(db, mailbox);
  const besides = waiting[0]?.password_hash ?? null;
  const passwordHash = await passwords.hash(addressKey(address), body.password, besides);
  const nowMs = clock.nowMs();
  const user = userRow(body, mailbox, passwordHash, nowMs);
  const isMailed =
    (await limits.take(mailsToMailbox, withoutTag(mailbox))) === null &&
    (await limits.take(mailsToNewAddresses, STATION)) === null;
  await db.transaction().execute(async (trx) => {
    await insertWaiting(trx, user);
    await insertOrigin(trx, user.id, origin);
    await insertChoices(trx, user.id, body.clientPreferences);
    const payload = { act: body.act === true };
    const order = { kind: 'validate', userId: user.id, payload, language, dedupeKey: null };
    if (isMailed) await orderMail(trx, nowMs, order);
  });
  if (isMailed) wakeMail();
  return { user: wireUser(user), token: null, emailSent: true };
}

/** A registration that waits only wishes for its username: pseudo_folded would reserve it. */
function userRow(body: Registration, mailbox: string, passwordHash: string, nowMs: number): UserRow {
  return {
    id: timeOrderedId(nowMs),
    email: body.email,
    email_folded: mailbox,
    first_name: body.firstName,
    last_name: body.lastName,
    pseudo: body.pseudo,
    pseudo_folded: null,
    password_hash: passwordHash,
    profile_picture: '',
    created_ms: nowMs,
    activated_ms: null,
    email_verified_ms: null,
  } satisfies Insertable<UsersTable>;
}

async function insertOrigin(trx: Database, userId: string, origin: RegistrationOrigin): Promise<void> {
  const { browser, address } = origin;
  const row = { user_id: userId, browser_hash: browser, address_hash: address, pending_hash: null };
  await trx.insertInto('registrations').values(row).execute();
}

async function insertChoices(trx: Database, userId: string, chosen: ClientPreferences): Promise<void> {
  const { language, streamId, theme, device } = chosen;
  if (!(language || streamId || theme || device)) return;
  await trx
    .insertInto('preferences')
    .values({
      user_id: userId,
      language: language ?? null,
      theme: theme ?? null,
      last_stream_id: streamId ?? null,
      favorite_stream_id: streamId ?? null,
      device: device ?? null,
    })
    .execute();
}
