import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { callWire, type WireCall } from '#src/page/wire/call-wire.ts';
import { readReply } from '#src/page/wire/read-reply.ts';

/** The calls below throw a WireError whose message is the server's own where it gave one. */

/** Signs out one session, or all but this one. */
export async function endSessions(id: string | 'others', language: Language): Promise<void> {
  const parameters = id === 'others' ? {} : { id };
  await call({ endpoint: 'sessions', method: 'DELETE', parameters, language });
}

/** Everything the radio keeps of the member. */
export function exportData(language: Language): Promise<unknown> {
  return call({ endpoint: 'export', language });
}

/** @param password of an account that has one */
export async function deleteAccount(password: string, language: Language): Promise<void> {
  const parameters = { _method: 'DELETE' };
  await call({ endpoint: 'profile', method: 'POST', parameters, body: { password }, language });
}

async function call(wireCall: WireCall): Promise<unknown> {
  const { reply, status } = await callWire(wireCall);
  return readReply(reply, z.unknown(), status);
}
