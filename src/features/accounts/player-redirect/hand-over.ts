import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { type HandedSession, handedSessionSchema, handOverTokenSchema } from './hand-over.wire.ts';

/**
 * The player's address with what it is handed [A15]: never the token of this page's own session. On our own
 * origin the player has the session by itself.
 * @throws {CallError} when the server gives no token; the reason of the signal when that ends it
 */
export async function handOver(
  browser: Browser,
  given: { player: URL; user: User; language: Language; signal: AbortSignal },
): Promise<string> {
  const { player, user, language, signal } = given;
  const call = { endpoint: 'handover', method: 'GET', language } as const;
  const { token } = await callWire(browser, call, async () => handOverTokenSchema, signal);
  const isOwn = player.origin === location.origin;
  const handed = isOwn ? token : (await exchangeHandOver(browser, token, language, signal)).token;
  return withSession(player, user, handed, location.origin);
}

/**
 * A session for a token that was made for this alone.
 * @throws {CallError} for one that was used or is too old, among others
 */
export function exchangeHandOver(
  browser: Browser,
  token: string,
  language: Language,
  signal?: AbortSignal,
): Promise<HandedSession> {
  const call = { endpoint: 'handover', method: 'POST', body: { token }, language } as const;
  return callWire(browser, call, async () => handedSessionSchema, signal);
}

/**
 * The player's address with the token and its member [A15]: in the query, or for a player on our own origin
 * in the fragment, which no request carries.
 */
export function withSession(target: URL, user: User, token: string, ownOrigin: string): string {
  const { id, email, pseudo, first_name, last_name } = user;
  const handed = { token, user: JSON.stringify({ id, email, pseudo, first_name, last_name }) };
  const address = new URL(target);
  if (target.origin === ownOrigin) address.hash = new URLSearchParams(handed).toString();
  else for (const [name, value] of Object.entries(handed)) address.searchParams.set(name, value);
  return address.href;
}
