import { type Endpoint, nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { foldEmail } from './account-rules.ts';
import type { AccountServices } from './account-services.server.ts';
import { loginSchema } from './accounts.wire.ts';
import { findAccounts } from './find-account.server.ts';
import { countFailure, type PasswordAttempt, passwordMatches } from './password-attempt.server.ts';
import { openSession } from './session.server.ts';
import { type UserRow, wireUser } from './wire-user.server.ts';

/** `login` by e-mail and password. Takes as long for an unknown address as for a known one. */
export function loginEndpoint(services: AccountServices): Endpoint {
  return {
    POST: wireMethod({
      query: nothing,
      body: loginSchema,
      async run({ body, address, userAgent }) {
        const attempt = { emailFolded: foldEmail(body.email), password: body.password, address };
        const user = await findByPassword(services, attempt);
        const nowMs = services.clock.nowMs();
        const token = await openSession(services.db, { userId: user.id, userAgent, nowMs });
        return dataReply({ user: wireUser(user), token });
      },
    }),
  };
}

async function findByPassword(services: AccountServices, attempt: PasswordAttempt): Promise<UserRow> {
  const { member, waiting } = await findAccounts(services.db, attempt.emailFolded);
  if ((await passwordMatches(services, member, attempt)) && member !== null) return member;
  // Whoever has just registered an address is told the same of it, whether somebody else is a member under it or not.
  if (waiting !== null && (await passwordMatches(services, waiting, attempt))) {
    if (services.wakeMail !== null) throw new WireError('email_not_verified');
    if (member === null) return activate(services, waiting);
  }
  await countFailure(services, attempt);
  throw new WireError('invalid_credentials');
}

/** A registration whose mail cannot come any more, since the station sends none now. */
function activate({ db, clock }: AccountServices, waiting: UserRow): Promise<UserRow> {
  return db
    .updateTable('users')
    .set({ activated_ms: clock.nowMs() })
    .where('id', '=', waiting.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
