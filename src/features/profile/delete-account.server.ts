import { lockRows } from '#src/db/engine.ts';
import { forgetDeleted } from '#src/db/forget-deleted.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { Services } from '#src/features/services.server.ts';
import type { UserRow } from '#src/members/account/wire-user.server.ts';
import { countFailure, findByPassword } from '#src/members/password/password-attempt.server.ts';
import type { WireCall } from '#src/platform/wire/wire-call.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** Of whoever deletes accounts. */
export type DeletionServices = Pick<
  Services,
  'db' | 'clock' | 'logger' | 'passwords' | 'wakeMail' | 'memberData'
>;

/**
 * Deletes the caller's account with everything that belongs to it. An account that has a password asks for
 * it, since a session may be a borrowed one.
 * @throws {WireError} `wrong_password`
 */
export async function deleteAccount(
  services: DeletionServices,
  call: WireCall<undefined, { password?: string | null | undefined }>,
  user: UserRow,
): Promise<void> {
  const { db, clock, logger, memberData, passwords, wakeMail } = services;
  if (user.password_hash !== null) {
    if (!call.body.password) throw new WireError('validation_failed', { fields: { password: 'required' } });
    const attempt = { emailFolded: user.email_folded, password: call.body.password, address: call.address };
    const { limits } = call;
    if ((await findByPassword({ db, passwords, limits }, [user], attempt)) === null) {
      await countFailure(limits, attempt);
      throw new WireError('wrong_password');
    }
  }
  const nowMs = clock.nowMs();
  await db.transaction().execute(async (trx) => {
    // What the member writes at this instant waits, then finds nobody to belong to.
    await lockRows(trx, trx.selectFrom('users').select('id').where('id', '=', user.id)).execute();
    for (const data of memberData()) await data.removeOf?.(trx, user.id);
    await trx.deleteFrom('users').where('id', '=', user.id).execute();
    if (wakeMail === null) return;
    const payload = { email: user.email_folded, firstName: user.first_name, atMs: nowMs };
    const { language } = call;
    await orderMail(trx, nowMs, {
      kind: 'account-deleted',
      userId: null,
      payload,
      language,
      dedupeKey: null,
    });
  });
  wakeMail?.();
  await forgetDeleted(db).catch((error: unknown) =>
    logger.warn(
      { err: error },
      'Onde could not empty the log of the database; a deleted account stays in it for up to an hour',
    ),
  );
}
