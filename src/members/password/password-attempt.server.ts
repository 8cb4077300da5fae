import type { Database } from '#src/db/database.ts';
import type { UserRow } from '#src/members/account/wire-user.server.ts';
import type { AccountLimits } from '#src/members/limits/account-limits.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import type { RateLimit } from '#src/platform/rate-limit/rate-limits.ts';
import { refuseAtLimit } from '#src/platform/rate-limit/refuse-above-limit.ts';
import type { PasswordGuard } from './password-guard.server.ts';

/** The services for trying a password. */
interface Trial {
  readonly db: Database;
  readonly passwords: PasswordGuard;
  readonly limits: Pick<AccountLimits, 'failuresOfAccount' | 'failuresOfAddress'>;
}

/** An attempt to sign in: an address on the network tries a password for an account. */
export interface PasswordAttempt {
  emailFolded: string;
  password: string;
  /** The real peer. */
  address: string;
}

/**
 * Gives the first user whose password it is; null without one. A null user takes as long and never matches. A right
 * password stored at an old cost is stored anew.
 * @throws {WireError} `too_many_requests` after too many failures [W35], and at a limit of `alsoLimited`
 */
export async function findByPassword(
  { db, limits, passwords }: Trial,
  users: readonly (UserRow | null)[],
  attempt: PasswordAttempt,
  alsoLimited: readonly (readonly [RateLimit, string])[] = [],
): Promise<UserRow | null> {
  const caller = addressKey(attempt.address);
  const stored = users.map((user) => user?.password_hash ?? null);
  const { matched, rehashed } = await passwords.verify(caller, stored, attempt.password, () =>
    refuseAtLimit(
      [limits.failuresOfAddress, caller],
      [limits.failuresOfAccount, accountKey(attempt)],
      ...alsoLimited,
    ),
  );
  const user = users[matched] ?? null;
  if (user !== null && rehashed !== null) {
    await db
      .updateTable('users')
      .set({ password_hash: rehashed })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute();
  }
  return user;
}

/** Counts an attempt that failed. */
export async function countFailure(
  { limits }: Pick<Trial, 'limits'>,
  attempt: PasswordAttempt,
): Promise<void> {
  await limits.failuresOfAddress.take(addressKey(attempt.address));
  await limits.failuresOfAccount.take(accountKey(attempt));
}

/**
 * The key of an account's limits: account and address together, so that no one can lock a member out from elsewhere.
 */
export function accountKey({ emailFolded, address }: PasswordAttempt): string {
  return `${emailFolded} ${addressKey(address)}`;
}
