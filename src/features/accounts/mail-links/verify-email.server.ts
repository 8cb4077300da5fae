import type { Database } from '#src/db/database.ts';
import { type LinkingServices, linkByTicket } from '#src/features/accounts/linking/link-ticket.server.ts';
import {
  type CallOrigin,
  isWhoRegistered,
  originOfCall,
} from '#src/features/accounts/registrations/registration-origin.server.ts';
import {
  activateUser,
  findPendingPassword,
  holdPassword,
  settlePassword,
  transactActivation,
} from '#src/features/accounts/registrations/waiting-registration.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { translate } from '#src/i18n/translate.ts';
import { wireUser } from '#src/members/account/user-row.server.ts';
import { refuseCommonPassword } from '#src/members/password/common-passwords.server.ts';
import { PASSWORD_LIMITS } from '#src/members/password/password-attempt.server.ts';
import { openSession } from '#src/members/session/session.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { messageReply } from '#src/platform/wire/wire-reply.ts';
import { findUsedLink, redeemLink, requireLink, retireLinks } from './email-link.server.ts';
import { type Verification, type Verified, verificationSchema, verifiedSchema } from './mail-links.wire.ts';
import { signInAgain } from './reset-password.server.ts';

type VerifyServices = LinkingServices & Pick<AccountServices, 'settings' | 'passwords' | 'addressDigestKey'>;

/**
 * `verify-email` [W43]: opens the account that a mail's link belongs to and signs in. Whoever has the mailbox
 * need not be who registered: from another browser and another address the password of the registration opens
 * nothing until it, or a new one, comes along [A93].
 */
export function verifyEmailEndpoint(services: VerifyServices) {
  return {
    POST: wireMethod({
      query: nothing,
      body: verificationSchema,
      reply: verifiedSchema,
      ownLimits: PASSWORD_LIMITS,
      async run(call) {
        const data = await verifyEmail(services, call);
        const message = translate(call.language, 'replies.email-validated');
        const headers = await linkByTicket(services, call, data.user.id);
        return { ...messageReply(message, data), headers };
      },
    }),
  };
}

type VerifyCall = WireCall<undefined, Verification>;

async function verifyEmail(services: VerifyServices, call: VerifyCall): Promise<Verified> {
  const { token, password = null } = call.body;
  const link = { token, purpose: 'validate', nowMs: services.clock.nowMs() } as const;
  try {
    return await openAccount(services, call, link);
  } catch (error) {
    if (password === null || !(error instanceof WireError && error.code === 'token_used')) throw error;
    // Asked at the end: the same call may have come before and settled the password meanwhile [A139].
    const used = await findUsedLink(services.db, link);
    if (used === null) throw error;
    return { ...(await signInAgain(services, call, { ...used, password })), passwordPending: false };
  }
}

async function openAccount(
  services: VerifyServices,
  call: VerifyCall,
  link: Parameters<typeof redeemLink>[1],
): Promise<Verified> {
  const { db, passwords } = services;
  const { userAgent } = call;
  const { password = null } = call.body;
  const { nowMs } = link;
  let typedHash: string | null = null;
  if (password !== null) {
    // Checked before the costly hash; checked again inside the transaction, which decides.
    await requireLink(db, link);
    await refuseCommonPassword(password);
    typedHash = await passwords.hash(addressKey(call.address), password);
  }
  const origin = originOfCall(services, call);
  return transactActivation(db, async (trx) => {
    const { userId } = await redeemLink(trx, link);
    const isPending = await decidePassword(trx, userId, { typedHash, origin, nowMs });
    const user = await activateUser(trx, userId, { nowMs, isProven: true });
    const token = await openSession(trx, { userId, userAgent, nowMs });
    return { user: wireUser(user), token, passwordPending: isPending };
  });
}

/** Decides which password the account has from now on. @returns whether it is still to be asked for */
async function decidePassword(
  trx: Database,
  userId: string,
  { typedHash, origin, nowMs }: { typedHash: string | null; origin: CallOrigin; nowMs: number },
): Promise<boolean> {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const given = user.password_hash ?? (await findPendingPassword(trx, userId));
  const isSettled = user.email_verified_ms !== null && user.password_hash !== null;
  if (given === null || isSettled) return false;
  if (typedHash !== null) {
    await settlePassword(trx, userId, typedHash);
    // As with any new password [A42].
    await retireLinks(trx, { userId, purpose: 'reset', nowMs });
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    return false;
  }
  const isOwn = await isWhoRegistered(trx, user, origin);
  if (isOwn) await settlePassword(trx, userId, given);
  else await holdPassword(trx, user);
  return !isOwn;
}
