import { HOUR_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import {
  FAILED_LOGINS_AN_HOUR,
  FAILED_LOGINS_OF_ACCOUNT,
  LOGINS_WINDOW_MS,
  RIGHT_LOGINS_OF_ACCOUNT,
} from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { UserRow } from '#src/members/account/user-row.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { perAccount, perAddress } from '#src/platform/rate-limit/limit.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import { refuseAboveLimit, refuseAtLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import type { PasswordGuard } from './password-guard.server.ts';

/** Failed logins from an address [W35]. */
export const failedLogins = perAddress({ FAILED_LOGINS_AN_HOUR }, HOUR_MS);
/** Failed logins of an account from an address; key: accountKey [W35]. */
export const failedLoginsOfAccount = perAccount({ FAILED_LOGINS_OF_ACCOUNT }, LOGINS_WINDOW_MS);
/** Right passwords of an account from an address: each costs a derivation as well; key: accountKey [W35]. */
export const rightLogins = perAccount({ RIGHT_LOGINS_OF_ACCOUNT }, LOGINS_WINDOW_MS);
/** To be declared by every method that tries a password. */
export const PASSWORD_LIMITS = [failedLogins, failedLoginsOfAccount, rightLogins];

/** The services for trying a password. */
interface Trial {
  readonly db: Database;
  readonly passwords: PasswordGuard;
  /** Those of the call, which count PASSWORD_LIMITS. */
  readonly limits: LimitCounter;
}

/** An attempt to log in: an address on the network tries a password for an account. */
export interface PasswordAttempt {
  emailFolded: string;
  password: string;
  /** The real peer. */
  address: string;
}

/** Whose password was right. */
export interface PasswordProof {
  readonly user: UserRow;
  /** As it is stored now: it may be another than the row of before has. */
  readonly passwordHash: string;
}

/**
 * Gives the first user whose password it is, and counts a right one; null without one. A null user takes as long and
 * never matches. A right password stored at an old cost is stored anew.
 * @throws {WireError} `too_many_requests` after too many failures, or right ones [W35]
 */
export async function findByPassword(
  { db, limits, passwords }: Trial,
  users: readonly (UserRow | null)[],
  attempt: PasswordAttempt,
): Promise<PasswordProof | null> {
  const caller = addressKey(attempt.address);
  const ofAccount = accountKey(attempt);
  const stored = users.map((user) => user?.password_hash ?? null);
  const { matched, rehashed } = await passwords.verify(caller, stored, attempt.password, () =>
    refuseAtLimit(
      limits,
      [failedLogins, caller],
      [failedLoginsOfAccount, ofAccount],
      [rightLogins, ofAccount],
    ),
  );
  const user = users[matched] ?? null;
  const passwordHash = rehashed ?? user?.password_hash ?? null;
  if (user === null || passwordHash === null) return null;
  await refuseAboveLimit(limits, [rightLogins, ofAccount]);
  if (rehashed !== null) {
    await db
      .updateTable('users')
      .set({ password_hash: rehashed })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute();
  }
  return { user, passwordHash };
}

/**
 * Asks a member who is signed in for the password, since a session may be a borrowed one. A wrong one counts like a
 * failed login [W35].
 * @throws {WireError} `wrong_password`, and `too_many_requests` after too many of them
 */
export async function requirePassword(
  trial: Trial,
  user: UserRow,
  { password, address }: Pick<PasswordAttempt, 'password' | 'address'>,
): Promise<PasswordProof> {
  const attempt = { emailFolded: user.email_folded, password, address };
  const proof = await findByPassword(trial, [user], attempt);
  if (proof !== null) return proof;
  await countFailure(trial.limits, attempt);
  throw new WireError('wrong_password');
}

/**
 * Whether the password is still the account's, and holds the account until the transaction ends: one that
 * waited for its turn may have been changed meanwhile, or its account deleted.
 */
export async function stillCounts(trx: Database, { user, passwordHash }: PasswordProof): Promise<boolean> {
  return (await holdAccount(trx, user.id))?.password_hash === passwordHash;
}

/**
 * The same for a member who is signed in.
 * @throws {WireError} `authentication_required` when the account went meanwhile, `wrong_password` when it has another
 *   password by now
 */
export async function requireStillCounts(trx: Database, proof: PasswordProof): Promise<void> {
  const { password_hash } = await requireHeldAccount(trx, proof.user.id);
  if (password_hash !== proof.passwordHash) throw new WireError('wrong_password');
}

/**
 * Holds an account until the transaction ends.
 * @throws {WireError} `authentication_required` when it went meanwhile
 */
export async function requireHeldAccount(
  trx: Database,
  userId: string,
): Promise<Pick<UserRow, 'password_hash'>> {
  const held = await holdAccount(trx, userId);
  if (held === undefined) throw new WireError('authentication_required');
  return held;
}

function holdAccount(trx: Database, userId: string) {
  const account = trx.selectFrom('users').select('password_hash').where('id', '=', userId);
  return lockRows(trx, account).executeTakeFirst();
}

/** Counts an attempt that failed. */
export async function countFailure(limits: LimitCounter, attempt: PasswordAttempt): Promise<void> {
  await limits.take(failedLogins, addressKey(attempt.address));
  await limits.take(failedLoginsOfAccount, accountKey(attempt));
}

/**
 * The key of an account's limits: account and address together, so that no one can lock a member out from
 * elsewhere.
 */
function accountKey({ emailFolded, address }: PasswordAttempt): string {
  return `${emailFolded} ${addressKey(address)}`;
}

/** Orders the mail that tells a member of another password, in place of one that waits: the last change is told. */
export async function tellPasswordChanged(
  trx: Database,
  change: { readonly userId: string; readonly nowMs: number; readonly language: Language },
): Promise<void> {
  const { userId, nowMs, language } = change;
  const dedupeKey = `password-changed ${userId}`;
  // One that is going out at this moment does so all the same, and the new one after it.
  await trx.deleteFrom('mail_spool').where('dedupe_key', '=', dedupeKey).execute();
  await orderMail(trx, nowMs, {
    kind: 'password-changed',
    userId,
    payload: { atMs: nowMs },
    language,
    dedupeKey,
  });
}
