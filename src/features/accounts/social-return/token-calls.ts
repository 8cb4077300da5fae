import type { Language } from '#src/contract/languages.ts';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { type User, userSchema } from '#src/page/session/user.wire.ts';
import { type CallAnswer, fetchJson, readAnswer } from '#src/page/wire/send-call.ts';
import { wireSearch } from '#src/page/wire/wire-search.ts';

/**
 * Whose session a token opens, by the server.
 * @throws {CallError}
 */
export async function whoIs(token: string, language: Language): Promise<User> {
  return readAnswer(await callBy(token, language, ['GET', 'profile']), async () => userSchema);
}

/**
 * Changes the session of a token for a new one: browsers keep addresses, and what one of them has held is then worth
 * nothing.
 * @throws {CallError}
 */
export async function renewSession(token: string, language: Language): Promise<SignedIn> {
  return readAnswer(await callBy(token, language, ['POST', 'sessions']), async () => signedInSchema);
}

/** Ends the session of a token that nobody here wants: the address that brought it is no key any more. */
export async function dropSession(token: string, language: Language): Promise<void> {
  // Without an answer it dies of age.
  await callBy(token, language, ['POST', 'logout']).catch(() => {});
}

/** The token is not this page's own yet: a dead one ends no session here. */
function callBy(
  token: string,
  language: Language,
  [method, endpoint]: readonly ['GET', 'profile'] | readonly ['POST', 'sessions' | 'logout'],
): Promise<CallAnswer> {
  const headers = { 'X-Language': language, Authorization: `Bearer ${token}` };
  return fetchJson(`/api-proxy.php?${wireSearch(endpoint)}`, { method, headers });
}
