import type { Language } from '#src/contract/languages.ts';
import { type CallAnswer, fetchJson } from '#src/page/wire/call-wire.ts';
import { wireSearch } from '#src/page/wire/wire-search.ts';

/** Calls by a token that is not this page's own, not yet or no more: a dead one ends no session here. */
export function callByToken(
  token: string,
  language: Language,
  [method, endpoint]: readonly ['GET', 'profile'] | readonly ['POST', 'sessions' | 'logout'],
): Promise<CallAnswer> {
  const headers = { 'X-Language': language, Authorization: `Bearer ${token}` };
  return fetchJson(`/api-proxy.php?${wireSearch(endpoint)}`, { method, headers });
}

/** Ends the session of a token that nobody here wants any more. */
export async function dropSession(token: string, language: Language): Promise<void> {
  // Without an answer it dies of age.
  await callByToken(token, language, ['POST', 'logout']).catch(() => {});
}
