import { PASSWORD_MIN } from '#src/contract/limits.ts';
import { normalisePassword } from '#src/members/rules/account-rules.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** Loaded at first use: no page waits for it, and a web process without registrations never loads it. */
let list: Promise<ReadonlySet<string>> | null = null;

/**
 * The library's list is longer and sorted by frequency; refusals from further down annoy more than they
 * protect [A24].
 */
const COMMONEST = 10_000;

/** Whether a password is among the `COMMONEST` of those long enough for the rule, whatever its case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(normalisePassword(password).toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN).slice(0, COMMONEST),
  );
}

/** @throws {WireError} `validation_failed` for a new password that is among the commonest */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password))
    throw new WireError('validation_failed', { fields: { password: 'password_common' } });
}
