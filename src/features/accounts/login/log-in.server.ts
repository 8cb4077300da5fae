import * as z from 'zod/mini';
import { type LinkingServices, linkByTicket } from '#src/features/accounts/linking/link-ticket.server.ts';
import {
  activateUser,
  findPendingPassword,
  transactActivation,
} from '#src/features/accounts/registrations/waiting-registration.server.ts';
import { signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { findAccounts, type UserRow, wireUser } from '#src/members/account/user-row.server.ts';
import {
  countFailure,
  findByPassword,
  PASSWORD_LIMITS,
  type PasswordAttempt,
  type PasswordProof,
  stillCounts,
} from '#src/members/password/password-attempt.server.ts';
import type { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import { givenSchema, ruledText } from '#src/members/rules/account-fields.wire.ts';
import { EMAIL_MAX } from '#src/members/rules/account-rules.ts';
import { mailboxKey } from '#src/members/rules/mailbox.server.ts';
import { openSession } from '#src/members/session/session.server.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';

const TRIES = 2;

const givenEmailSchema = ruledText((text) => {
  if (text === '') return 'required';
  return text.length > EMAIL_MAX ? 'email_invalid' : null;
});

/** `login`: no rule but that both are there, since older rules may have let others in. */
const loginSchema = z.object({ email: givenEmailSchema, password: givenSchema });

interface LoginServices extends LinkingServices {
  readonly passwords: PasswordGuard;
}

/** `login` by e-mail and password [W39]. Takes as long for an unknown address as for a known one. */
export function loginEndpoint(services: LoginServices) {
  return {
    POST: wireMethod({
      query: nothing,
      body: loginSchema,
      reply: signedInSchema,
      ownLimits: PASSWORD_LIMITS,
      async run(call) {
        const { body, address, userAgent } = call;
        const attempt = { emailFolded: mailboxKey(body.email), password: body.password, address };
        const { user, token } = await logIn({ ...services, limits: call.limits }, attempt, userAgent);
        const headers = await linkByTicket(services, call, user.id);
        return { ...dataReply({ user: wireUser(user), token }), headers };
      },
    }),
  };
}

/**
 * Tries once more where the password has changed while it was tried: a new one ends what the old one opened
 * [A42], and the same one stored anew still counts.
 */
async function logIn(
  services: LoginServices & { limits: LimitCounter },
  attempt: PasswordAttempt,
  userAgent: string,
): Promise<{ user: UserRow; token: string }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const proof = await findWhoLogsIn(services, attempt);
    const nowMs = services.clock.nowMs();
    const token = await services.db.transaction().execute(async (trx) => {
      if (!(await stillCounts(trx, proof))) return null;
      return openSession(trx, { userId: proof.user.id, userAgent, nowMs });
    });
    if (token !== null) return { user: proof.user, token };
  }
  throw new WireError('invalid_credentials');
}

/**
 * Where registrations wait for a mail, a second password is always tried, so that the time does not show
 * whether any waits (those of one address share a salt: all cost one derivation). Both are tried in one turn,
 * so that a burst gets no more tries before its failures count.
 */
async function findWhoLogsIn(
  services: LoginServices & { limits: LimitCounter },
  attempt: PasswordAttempt,
): Promise<PasswordProof> {
  const { member, waiting } = await findAccounts(services.db, attempt.emailFolded);
  const sendsMail = services.wakeMail !== null;
  const besides = [...(await findHeld(services, member)), ...waiting];
  const tried = sendsMail && besides.length === 0 ? [member, null] : [member, ...besides];
  const proof = await findByPassword(services, tried, attempt);
  if (proof !== null) {
    if (proof.user === member) return proof;
    // After a registration the reply is the same whether or not another member has that address, or has followed the
    // link: by another mail who registered is led to where the password is settled.
    if (sendsMail) throw new WireError('email_not_verified');
    // Its mail cannot come any more: the station has stopped sending mail.
    if (member === null) return { ...proof, user: await activate(services, proof.user.id) };
  }
  await countFailure(services.limits, attempt);
  throw new WireError('invalid_credentials');
}

/** The member by a password that does not count yet: who types it is told what the others are who wait. */
async function findHeld({ db }: LoginServices, member: UserRow | null): Promise<UserRow[]> {
  if (member === null || member.password_hash !== null) return [];
  const password_hash = await findPendingPassword(db, member.id);
  return password_hash === null ? [] : [{ ...member, password_hash }];
}

function activate({ db, clock }: LoginServices, userId: string): Promise<UserRow> {
  const nowMs = clock.nowMs();
  return transactActivation(db, (trx) => activateUser(trx, userId, { nowMs, isProven: false }));
}
