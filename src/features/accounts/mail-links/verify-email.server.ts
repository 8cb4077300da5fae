import { wireUser } from '#src/features/accounts/account/wire-user.server.ts';
import { activateUser, transactActivation } from '#src/features/accounts/register/activate-user.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { openSession } from '#src/features/accounts/sessions/session.server.ts';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { translate } from '#src/i18n/translate.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { messageReply } from '#src/platform/wire/wire-reply.ts';
import { redeemLink } from './email-link.server.ts';
import { verificationSchema } from './mail-links.wire.ts';

/** `verify-email`: opens the account that a mail's link belongs to and signs in. */
export function verifyEmailEndpoint(services: AccountServices) {
  return {
    POST: wireMethod({
      query: nothing,
      body: verificationSchema,
      reply: signedInSchema,
      async run({ body, language, userAgent }) {
        const data = await verifyEmail(services, body.token, userAgent);
        return messageReply(translate(language, 'replies.email-validated'), data);
      },
    }),
  };
}

async function verifyEmail(services: AccountServices, token: string, userAgent: string): Promise<SignedIn> {
  const nowMs = services.clock.nowMs();
  return transactActivation(services.db, async (trx) => {
    const { userId } = await redeemLink(trx, { token, purpose: 'validate', nowMs });
    const user = await activateUser(trx, userId, { nowMs, isProven: true });
    return { user: wireUser(user), token: await openSession(trx, { userId, userAgent, nowMs }) };
  });
}
