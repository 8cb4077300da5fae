import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { refuseAtLimit } from '#src/platform/rate-limit/refuse-above-limit.ts';
import type { AccountServices } from './account-services.server.ts';
import type { UserRow } from './wire-user.server.ts';

/** Somebody at an address says the password of an account. */
export interface PasswordAttempt {
  emailFolded: string;
  password: string;
  /** The real peer. */
  address: string;
}

/**
 * Whether the password is the user's; for a null user it takes as long and never is. A right one stored at an old cost is
 * stored anew. Throws `too_many_requests` after too many failures (wire.md, "Login limits").
 */
export async function passwordMatches(
  { db, limits, passwords }: AccountServices,
  user: UserRow | null,
  attempt: PasswordAttempt,
): Promise<boolean> {
  const stored = user?.password_hash ?? null;
  const { matches, rehashed } = await passwords.verify(stored, attempt.password, () =>
    refuseAtLimit(
      [limits.failuresOfAccount, accountKey(attempt)],
      [limits.failuresOfAddress, addressKey(attempt.address)],
    ),
  );
  if (user !== null && rehashed !== null) {
    await db
      .updateTable('users')
      .set({ password_hash: rehashed })
      .where('id', '=', user.id)
      .where('password_hash', '=', stored)
      .execute();
  }
  return matches;
}

/** Counts an attempt that failed. */
export async function countFailure({ limits }: AccountServices, attempt: PasswordAttempt): Promise<void> {
  await limits.failuresOfAccount.take(accountKey(attempt));
  await limits.failuresOfAddress.take(addressKey(attempt.address));
}

function accountKey({ emailFolded, address }: PasswordAttempt): string {
  return `${emailFolded} ${addressKey(address)}`;
}
