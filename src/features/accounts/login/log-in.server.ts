import { linkByTicket } from '#src/features/accounts/linking/link-by-ticket.server.ts';
import {
  activateUser,
  transactActivation,
} from '#src/features/accounts/registrations/activate-user.server.ts';
import { findPendingPassword } from '#src/features/accounts/registrations/pending-password.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { findAccounts } from '#src/members/account/find-accounts.server.ts';
import { type UserRow, wireUser } from '#src/members/account/wire-user.server.ts';
import {
  accountKey,
  countFailure,
  findByPassword,
  type PasswordAttempt,
} from '#src/members/password/password-attempt.server.ts';
import { mailboxKey } from '#src/members/rules/mailbox.server.ts';
import { openSession } from '#src/members/session/session.server.ts';
import { refuseAboveLimit } from '#src/platform/rate-limit/refuse-above-limit.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { loginSchema } from './login.wire.ts';

/** `login` by e-mail and password [W39]. Takes as long for an unknown address as for a known one. */
export function loginEndpoint(services: AccountServices) {
  return {
    POST: wireMethod({
      query: nothing,
      body: loginSchema,
      reply: signedInSchema,
      async run(call) {
        const { body, address, userAgent } = call;
        const attempt = { emailFolded: mailboxKey(body.email), password: body.password, address };
        const user = await findWhoLogsIn(services, attempt);
        const nowMs = services.clock.nowMs();
        const token = await openSession(services.db, { userId: user.id, userAgent, nowMs });
        const headers = await linkByTicket(services, call, user.id);
        return { ...dataReply({ user: wireUser(user), token }), headers };
      },
    }),
  };
}

/**
 * Where registrations wait for a mail, a second password is always tried, so that the time does not show whether any
 * waits (those of one address share a salt: all cost one derivation). Both are tried in one turn, so that a burst gets
 * no more tries before its failures count.
 */
async function findWhoLogsIn(services: AccountServices, attempt: PasswordAttempt): Promise<UserRow> {
  const { member, waiting } = await findAccounts(services.db, attempt.emailFolded);
  const sendsMail = services.wakeMail !== null;
  const besides = [...(await findHeld(services, member)), ...waiting];
  const tried = sendsMail && besides.length === 0 ? [member, null] : [member, ...besides];
  const logins = [services.limits.logins, accountKey(attempt)] as const;
  const user = await findByPassword(services, tried, attempt, [logins]);
  if (user !== null) {
    await refuseAboveLimit(logins);
    if (user === member) return user;
    // After a registration the reply is the same whether or not another member has that address, or has followed the
    // link: by another mail who registered is led to where the password is settled.
    if (sendsMail) throw new WireError('email_not_verified');
    // Its mail cannot come any more: the station has stopped sending mail.
    if (member === null) return activate(services, user.id);
  }
  await countFailure(services, attempt);
  throw new WireError('invalid_credentials');
}

/** The member by a password that does not count yet: who types it is told what the others are who wait. */
async function findHeld({ db }: AccountServices, member: UserRow | null): Promise<UserRow[]> {
  if (member === null || member.password_hash !== null) return [];
  const password_hash = await findPendingPassword(db, member.id);
  return password_hash === null ? [] : [{ ...member, password_hash }];
}

function activate({ db, clock }: AccountServices, userId: string): Promise<UserRow> {
  const nowMs = clock.nowMs();
  return transactActivation(db, (trx) => activateUser(trx, userId, { nowMs, isProven: false }));
}
