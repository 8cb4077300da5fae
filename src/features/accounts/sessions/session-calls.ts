import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { readReply } from '#src/page/wire/read-reply.ts';

/** Signs out one session, or all but this one. Throws a CallError whose message is the server's own where it gave one. */
export async function endSessions(id: string | 'others', language: Language): Promise<void> {
  const parameters = id === 'others' ? {} : { id };
  const { reply, status } = await callWire({ endpoint: 'sessions', method: 'DELETE', parameters, language });
  readReply(reply, z.unknown(), status);
}
