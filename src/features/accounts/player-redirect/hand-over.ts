import type { Language } from '#src/contract/languages.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { type HandedSession, handedSessionSchema, handOverTokenSchema } from './hand-over.wire.ts';
import { withSession } from './player-address.ts';

/**
 * The player's address with what it is handed [A15]: never the token of this page's own session. Where there is none to
 * be had, the player opens as for a guest; on our own origin it has the session by itself.
 */
export async function handOver(player: URL, user: User, language: Language): Promise<string> {
  try {
    const call = { endpoint: 'handover', method: 'GET', language } as const;
    const { token } = await callWire(call, async () => handOverTokenSchema);
    const isOwn = player.origin === location.origin;
    const handed = isOwn ? token : (await exchangeHandOver(token, language)).token;
    return withSession(player, user, handed, location.origin);
  } catch {
    return player.href;
  }
}

/**
 * A session for a token that was made for this alone.
 * @throws {CallError} for one that was used or is too old, among others
 */
export function exchangeHandOver(token: string, language: Language): Promise<HandedSession> {
  const call = { endpoint: 'handover', method: 'POST', body: { token }, language } as const;
  return callWire(call, async () => handedSessionSchema);
}
