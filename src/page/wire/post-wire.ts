import type * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { callWire } from './call-wire.ts';
import { readReply } from './read-reply.ts';

/** Posts to an endpoint and reads `data` of its reply. Throws a CallError whose message is the server's own where it gave one. */
export async function postWire<T>(
  endpoint: string,
  body: object,
  schema: z.ZodMiniType<T>,
  language: Language,
  signal?: AbortSignal,
): Promise<T> {
  const { reply, status } = await callWire({ endpoint, method: 'POST', body, language }, signal);
  return readReply(reply, schema, status);
}
