import type { Language } from '#src/contract/languages.ts';
import { type User, userSchema } from '#src/page/session/user.wire.ts';
import { fetchJson, readAnswer } from '#src/page/wire/send-call.ts';
import { wireSearch } from '#src/page/wire/wire-search.ts';

/**
 * Whose session a token opens, by the server. The token is not this page's own yet: a dead one ends no session here.
 * Throws a CallError.
 */
export async function whoIs(token: string, language: Language): Promise<User> {
  const headers = { 'X-Language': language, Authorization: `Bearer ${token}` };
  const answer = await fetchJson(`/api-proxy.php?${wireSearch('profile')}`, { headers });
  return readAnswer(answer, async () => userSchema);
}
