import { MINUTE_MS } from '#src/contract/durations.ts';
import { forgetDeleted } from '#src/db/engine.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { Services } from '#src/features/services.server.ts';
import { changeUser, wireUser } from '#src/members/account/user-row.server.ts';
import { type MemberData, pagesShowing, purgingMember } from '#src/members/member-data.server.ts';
import {
  PASSWORD_LIMITS,
  type PasswordProof,
  requireHeldAccount,
  requirePassword,
  requireStillCounts,
} from '#src/members/password/password-attempt.server.ts';
import { type Member, memberMethod } from '#src/members/session/session.server.ts';
import { changeToUsername, usernameChanges } from '#src/members/username/username-holder.server.ts';
import { userSchema } from '#src/page/session/user.wire.ts';
import { nothing } from '#src/platform/wire/endpoint.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { dataReply, doneReply } from '#src/platform/wire/wire-reply.ts';
import { lockChartWindow } from '#src/records/charts/chart-counts.ts';
import { deletionSchema, profileChangeSchema } from './profile.wire.ts';

/** `profile` of the member who calls: to read, to change, and to delete with all that belongs to it. */
export function profileEndpoint(services: DeletionServices & Pick<Services, 'station'>) {
  return {
    GET: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: userSchema,
      run: async (_call, { user }) => dataReply(wireUser(user)),
    }),
    PUT: memberMethod(services, {
      query: nothing,
      body: profileChangeSchema,
      reply: userSchema,
      ownLimits: [usernameChanges],
      async run({ body, limits }, { user }) {
        const { firstName, lastName, pseudo: username } = body;
        const change = {
          first_name: firstName,
          last_name: lastName,
          ...(username !== null && (await changeToUsername(services, limits, user, username))),
        };
        return dataReply(await purgingMember(services, user, () => changeUser(services.db, user.id, change)));
      },
    }),
    DELETE: memberMethod(services, {
      query: nothing,
      body: deletionSchema,
      reply: nothing,
      ownLimits: PASSWORD_LIMITS,
      async run(call, member) {
        await deleteAccount(services, call, member);
        return doneReply();
      },
    }),
  };
}

/**
 * How long after somebody showed to be the member an account without a password may be deleted by the session that
 * this opened [A107].
 */
const FRESH_SIGN_IN_MS = 15 * MINUTE_MS;

/** Another machine's clock may be a little ahead; a sign-in that lies farther ahead is of a clock that was set back. */
const OTHER_CLOCK_MS = MINUTE_MS;

function isFresh(agoMs: number): boolean {
  return agoMs <= FRESH_SIGN_IN_MS && agoMs >= -OTHER_CLOCK_MS;
}

/** Services that the deletion of an account needs. */
type DeletionServices = Pick<
  Services,
  'db' | 'clock' | 'logger' | 'passwords' | 'wakeMail' | 'memberData' | 'purgePages'
>;

/**
 * Deletes the caller's account with everything that belongs to it. An account that has a password asks for it, one
 * without for a sign-in of just now, since a session may be a borrowed one.
 * @throws {WireError} `wrong_password`, `sign_in_too_old`, and `authentication_required` when it, or the session, went
 *   meanwhile
 */
async function deleteAccount(
  services: DeletionServices,
  call: WireCall<undefined, { password?: string | null | undefined }>,
  { user, sessionId, signIn }: Member,
): Promise<void> {
  const { db, clock, logger, memberData, passwords, wakeMail, purgePages } = services;
  let proof: PasswordProof | null = null;
  if (user.password_hash !== null) {
    if (!call.body.password) throw new WireError('validation_failed', { fields: { password: 'required' } });
    const { limits, address } = call;
    const { password } = call.body;
    proof = await requirePassword({ db, passwords, limits }, user, { password, address });
  } else if (!isFresh(clock.nowMs() - signIn.provenMs)) throw new WireError('sign_in_too_old');
  const nowMs = clock.nowMs();
  const tags = await db.transaction().execute(async (trx) => {
    // Whatever the member writes at this instant waits for this lock, and then finds no account: so does the same
    // deletion, where it is sent twice.
    if (proof !== null) await requireStillCounts(trx, proof);
    else await requireHeldAccount(trx, user.id);
    // Who ends sessions holds the account too: a borrowed one may have waited for a new password.
    const session = trx.selectFrom('sessions').select('id').where('id', '=', sessionId);
    if ((await session.executeTakeFirst()) === undefined) throw new WireError('authentication_required');
    const shown = await pagesShowing(services, trx, user);
    // Before rows of the member, as whoever makes two songs one: else each would wait for the other.
    await lockChartWindow(trx);
    for (const data of memberData()) await data.removeOf?.(trx, user.id);
    await trx.deleteFrom('users').where('id', '=', user.id).execute();
    if (wakeMail === null) return shown;
    // Whose mailbox it is was never proven, as on a station that sent no mail before: a stranger may have typed the name.
    const firstName = user.email_verified_ms === null ? null : user.first_name;
    const payload = { email: user.email_folded, firstName, atMs: nowMs };
    const { language } = call;
    await orderMail(trx, nowMs, {
      kind: 'account-deleted',
      userId: null,
      payload,
      language,
      dedupeKey: null,
    });
    return shown;
  });
  wakeMail?.();
  if (tags.length > 0) purgePages?.(tags);
  await forgetDeleted(db).catch((error: unknown) =>
    logger.warn(
      { err: error },
      'could not checkpoint the database; a deleted account stays on disk for up to an hour',
    ),
  );
}

/** `profile-picture`: DELETE removes the caller's own for good [W95]. */
export function profilePictureEndpoint(
  services: Pick<Services, 'db' | 'clock' | 'memberData' | 'purgePages'>,
) {
  return {
    DELETE: memberMethod(services, {
      query: nothing,
      body: nothing,
      reply: userSchema,
      async run(_call, { user }) {
        const remove = () =>
          services.db.transaction().execute(async (trx) => {
            // The row stays, so that the next sign-in does not bring the picture back.
            await trx
              .updateTable('member_pictures')
              .set({ picture: null })
              .where('user_id', '=', user.id)
              .execute();
            return changeUser(trx, user.id, { profile_picture: '' });
          });
        return dataReply(await purgingMember(services, user, remove));
      },
    }),
  };
}

/** The picture in the export. With the account its row goes by a foreign key. */
export const pictureData: MemberData = {
  name: 'profile_picture',
  async exportOf(db, userId) {
    const row = await db
      .selectFrom('member_pictures')
      .select(['picture', 'fetched_ms'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { picture, fetched_ms } = row;
    return {
      fetched_at: new Date(fetched_ms).toISOString(),
      picture: picture && `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`,
    };
  },
};
