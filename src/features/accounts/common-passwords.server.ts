import { PASSWORD_MIN } from '#src/spec/limits.ts';
import { normalisePassword } from './account-rules.ts';

/** Loaded at first need: no page waits for it, and a web process without registrations never holds it. */
let list: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether a password stands in the list of the commonest (49,000 by frequency, lower case; the 10,000 commonest are
 * its head), whatever its case. Those too short for the rule are left out.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(normalisePassword(password).toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN));
}
