import type { Language } from '#src/contract/languages.ts';
import { TRANSFER_TIMEOUT_MS } from '#src/contract/limits.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import { noteAccountSeen } from '#src/features/accounts/sessions/asked-deletion.ts';
import { cleanName, cleanUsername } from '#src/members/rules/account-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { isLeaving } from '#src/page/session/end-session.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { CallError, isRefusal } from '#src/page/wire/call-error.ts';
import { callUnread, callWire, readAnswer } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';

const importUser = () => import('#src/page/session/user.wire.ts').then((file) => file.userSchema);
const importAnything = async () => (await import('zod/mini')).unknown();

/** The calls below throw a CallError whose message is the server's own where it gave one. */

/** Loads the member's data from the server. */
export async function loadProfile(browser: Browser, language: Language): Promise<User> {
  const user = await callWire(browser, { endpoint: 'profile', method: 'GET', language }, importUser);
  noteAccountSeen(browser, user.id);
  return user;
}

/** What a member may change of the account. A blank username stays as the server has it. */
interface ProfileChange {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
}

/**
 * Where the answer got lost, did not come in time, or is that of something in between, the profile itself says whether
 * this was done [A44].
 */
export async function updateProfile(
  browser: Browser,
  change: ProfileChange,
  language: Language,
): Promise<User> {
  const { username: pseudo, ...names } = change;
  const body = { ...names, ...(pseudo.trim() !== '' && { pseudo }) };
  try {
    return await callWire(browser, { endpoint: 'profile', method: 'PUT', body, language }, importUser);
  } catch (error) {
    const user = isRefusal(error) ? null : await loadProfile(browser, language).catch(() => null);
    if (user === null || !isDone(user, change)) throw error;
    return user;
  }
}

function isDone(user: User, { firstName, lastName, username }: ProfileChange): boolean {
  const name = cleanUsername(username);
  return (
    user.first_name === cleanName(firstName) &&
    user.last_name === cleanName(lastName) &&
    (name === '' || user.pseudo === name)
  );
}

/** Removes the member's picture, for good. */
export function removePicture(browser: Browser, language: Language): Promise<User> {
  return callWire(browser, { endpoint: 'profile-picture', method: 'DELETE', language }, importUser);
}

/** Loads everything that the radio keeps of the member. */
export function exportData(browser: Browser, language: Language): Promise<unknown> {
  return callWire(
    browser,
    { endpoint: 'export', method: 'GET', language, limitMs: TRANSFER_TIMEOUT_MS },
    importAnything,
  );
}

/**
 * Throws for a dead session before anything else is fetched: the page that says what became of it is on its way.
 * @param password of an account that has one
 */
export async function deleteAccount(browser: Browser, password: string, language: Language): Promise<void> {
  const body = { password };
  const answer = await callUnread(browser, { endpoint: 'profile', method: 'DELETE', body, language });
  if (answer.status === 401 && isLeaving(browser))
    throw new CallError('The session is dead.', { code: 'authentication_required', status: 401 });
  await readAnswer(answer, importNothing);
}

/** Changes the password, and ends the other sessions of the account. */
export function changePassword(
  browser: Browser,
  body: { current: string; password: string },
  language: Language,
): Promise<void> {
  return callWire(browser, { endpoint: 'change-password', method: 'POST', body, language }, importNothing);
}

/** Unlinks a provider by the account's password, and ends the other sessions. */
export function unlinkProvider(
  browser: Browser,
  { provider, password }: { provider: SignInProvider; password: string },
  language: Language,
): Promise<void> {
  const parameters = { provider };
  const body = { password };
  return callWire(
    browser,
    { endpoint: 'sign-in-ways', method: 'DELETE', parameters, body, language },
    importNothing,
  );
}
