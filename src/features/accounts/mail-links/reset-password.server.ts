import { type LinkingServices, linkByTicket } from '#src/features/accounts/linking/link-ticket.server.ts';
import {
  activateUser,
  settlePassword,
  transactActivation,
} from '#src/features/accounts/registrations/waiting-registration.server.ts';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import type { Services } from '#src/features/services.server.ts';
import { translate } from '#src/i18n/translate.ts';
import { wireUser } from '#src/members/account/user-row.server.ts';
import { refuseCommonPassword } from '#src/members/password/common-passwords.server.ts';
import {
  countFailure,
  findByPassword,
  PASSWORD_LIMITS,
  stillCounts,
  tellPasswordChanged,
} from '#src/members/password/password-attempt.server.ts';
import type { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import { openSession } from '#src/members/session/session.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { doneReply, messageReply } from '#src/platform/wire/wire-reply.ts';
import { findUsedLink, redeemLink, requireLink } from './email-link.server.ts';
import { linkSchema, passwordResetSchema } from './mail-links.wire.ts';

interface ResetServices extends LinkingServices {
  readonly passwords: PasswordGuard;
}

/**
 * `reset-password` [W42]: a new password by a mail's link. Every other session of the account ends; its owner
 * gets a mail.
 */
export function resetPasswordEndpoint(services: ResetServices) {
  return {
    POST: wireMethod({
      query: nothing,
      body: passwordResetSchema,
      reply: signedInSchema,
      ownLimits: PASSWORD_LIMITS,
      async run(call) {
        const data = await resetPassword(services, call);
        const message = translate(call.language, 'replies.password-changed');
        const headers = await linkByTicket(services, call, data.user.id);
        return { ...messageReply(message, data), headers };
      },
    }),
  };
}

type ResetCall = WireCall<undefined, { token: string; password: string }>;

async function resetPassword(services: ResetServices, call: ResetCall): Promise<SignedIn> {
  const link = { token: call.body.token, purpose: 'reset', nowMs: services.clock.nowMs() } as const;
  try {
    return await chooseAnew(services, call, link);
  } catch (error) {
    // Asked at the end: the same call may have come before and used the link up meanwhile.
    const used = await findUsedLink(services.db, link);
    if (used === null) throw error;
    return signInAgain(services, call, { ...used, password: call.body.password });
  }
}

async function chooseAnew(
  { db, passwords, wakeMail }: ResetServices,
  { body, address, language, userAgent }: ResetCall,
  link: Parameters<typeof redeemLink>[1],
): Promise<SignedIn> {
  const { nowMs } = link;
  // Checked before the costly hash; checked again inside the transaction, which decides.
  await requireLink(db, link);
  await refuseCommonPassword(body.password);
  const passwordHash = await passwords.hash(addressKey(address), body.password);
  try {
    return await transactActivation(db, async (trx) => {
      const { userId } = await redeemLink(trx, link);
      await settlePassword(trx, userId, passwordHash);
      const user = await activateUser(trx, userId, { nowMs, isProven: true });
      await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
      if (wakeMail !== null) await tellPasswordChanged(trx, { userId, nowMs, language });
      return { user: wireUser(user), token: await openSession(trx, { userId, userAgent, nowMs }) };
    });
  } finally {
    wakeMail?.();
  }
}

/**
 * Where an answer was lost the same is sent again: the password is the account's already, and signs in as at the login
 * [A139].
 * @throws {WireError} `token_used` where it is another one, which counts like a failed login
 */
export async function signInAgain(
  { db, clock, passwords }: Pick<ResetServices, 'db' | 'clock' | 'passwords'>,
  { address, userAgent, limits }: Pick<ResetCall, 'address' | 'userAgent' | 'limits'>,
  { userId, password }: { userId: string; password: string },
): Promise<SignedIn> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  // The account went with its links meanwhile.
  if (user === undefined) throw new WireError('token_invalid');
  const attempt = { emailFolded: user.email_folded, password, address };
  const proof = await findByPassword({ db, passwords, limits }, [user], attempt);
  if (proof === null) await countFailure(limits, attempt);
  const token =
    proof &&
    (await db.transaction().execute(async (trx) => {
      if (!(await stillCounts(trx, proof))) return null;
      return openSession(trx, { userId, userAgent, nowMs: clock.nowMs() });
    }));
  if (token === null) throw new WireError('token_used');
  return { user: wireUser(user), token };
}

/**
 * `check-link` [W128]: whether the link to a new password still works, before one is invented. It uses
 * nothing up.
 */
export function checkLinkEndpoint({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  return {
    POST: wireMethod({
      query: nothing,
      body: linkSchema,
      reply: nothing,
      async run({ body }) {
        await requireLink(db, { token: body.token, purpose: 'reset', nowMs: clock.nowMs() });
        return doneReply();
      },
    }),
  };
}
