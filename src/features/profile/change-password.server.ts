import type { Services } from '#src/features/services.server.ts';
import { refuseCommonPassword } from '#src/members/password/common-passwords.server.ts';
import {
  countFailure,
  findByPassword,
  PASSWORD_LIMITS,
  type PasswordProof,
  stillCounts,
  tellPasswordChanged,
} from '#src/members/password/password-attempt.server.ts';
import { type Member, memberMethod } from '#src/members/session/session.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { doneReply } from '#src/platform/wire/wire-reply.ts';
import { type PasswordChange, passwordChangeSchema } from './profile.wire.ts';

type PasswordServices = Pick<Services, 'db' | 'clock' | 'passwords' | 'wakeMail'>;

/**
 * `change-password` [W129]: asks for the present one, since a session may be a borrowed one. The other
 * sessions and the links in mails end, as with a forgotten password; a mail says so.
 */
export function changePasswordEndpoint(services: PasswordServices) {
  return {
    POST: memberMethod(services, {
      query: nothing,
      body: passwordChangeSchema,
      reply: nothing,
      ownLimits: PASSWORD_LIMITS,
      async run(call, member) {
        await changePassword(services, call, member);
        return doneReply();
      },
    }),
  };
}

/** The same change, sent twice at once, is overtaken by itself: the second try finds it done, and its session alive. */
const TRIES = 2;

async function changePassword(
  services: PasswordServices,
  call: WireCall<undefined, PasswordChange>,
  { user, sessionId }: Member,
): Promise<void> {
  let present: Member['user'] | undefined = user;
  for (let tries = 0; tries < TRIES && present !== undefined; tries++) {
    if (await isChanged(services, call, { user: present, sessionId })) return;
    const row = services.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('users')
      .where('sessions.id', '=', sessionId);
    present = await row.executeTakeFirst();
  }
  throw new WireError('wrong_password');
}

/**
 * Whether the new password is in force; false where another change was quicker.
 * @throws {WireError} `wrong_password`, and `too_many_requests` after too many of them
 */
async function isChanged(
  services: PasswordServices,
  call: WireCall<undefined, PasswordChange>,
  { user, sessionId }: Pick<Member, 'user' | 'sessionId'>,
): Promise<boolean> {
  const { db, clock, passwords, wakeMail } = services;
  const { password } = call.body;
  await refuseCommonPassword(password);
  const proof = await provePresent(services, call, user);
  if (proof === 'changed before') return true;
  // Who gives the present one again means to send others away: there is nothing to derive or to tell.
  const isNew = password !== call.body.current;
  const password_hash = isNew ? await passwords.hash(addressKey(call.address), password) : proof.passwordHash;
  const nowMs = clock.nowMs();
  const done = await db.transaction().execute(async (trx) => {
    if (!(await stillCounts(trx, proof))) return false;
    await trx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
    await trx.deleteFrom('sessions').where('user_id', '=', user.id).where('id', '!=', sessionId).execute();
    await trx.deleteFrom('email_tokens').where('user_id', '=', user.id).execute();
    if (wakeMail !== null && isNew)
      await tellPasswordChanged(trx, { userId: user.id, nowMs, language: call.language });
    return true;
  });
  if (done) wakeMail?.();
  return done;
}

/**
 * The proof of the present password. Where an answer was lost the same is sent again, and what is wanted is so
 * already.
 * @throws {WireError} `wrong_password`, and `too_many_requests` after too many of them
 */
async function provePresent(
  { db, passwords }: PasswordServices,
  { limits, address, body }: WireCall<undefined, PasswordChange>,
  user: Member['user'],
): Promise<PasswordProof | 'changed before'> {
  const trial = { db, passwords, limits };
  const attempt = { emailFolded: user.email_folded, password: body.current, address };
  const proof = await findByPassword(trial, [user], attempt);
  if (proof !== null) return proof;
  // Before the next one is tried, which may be a guess as well.
  await countFailure(limits, attempt);
  if ((await findByPassword(trial, [user], { ...attempt, password: body.password })) !== null)
    return 'changed before';
  await countFailure(limits, attempt);
  throw new WireError('wrong_password');
}
