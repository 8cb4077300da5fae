import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { type User, userSchema } from '#src/page/session/user.wire.ts';
import { callWire, type EndpointCall } from '#src/page/wire/call-wire.ts';
import { readReply } from '#src/page/wire/read-reply.ts';

/** The calls below throw a CallError whose message is the server's own where it gave one. */

/** The member's data on the server. */
export function loadProfile(language: Language): Promise<User> {
  return call({ endpoint: 'profile', language }, userSchema);
}

export function updateProfile(
  profile: { firstName: string; lastName: string; pseudo: string },
  language: Language,
): Promise<User> {
  const parameters = { _method: 'PUT' };
  return call({ endpoint: 'profile', method: 'POST', parameters, body: profile, language }, userSchema);
}

/** Everything the radio keeps of the member. */
export function exportData(language: Language): Promise<unknown> {
  return call({ endpoint: 'export', language }, z.unknown());
}

/** @param password of an account that has one */
export async function deleteAccount(password: string, language: Language): Promise<void> {
  const parameters = { _method: 'DELETE' };
  await call({ endpoint: 'profile', method: 'POST', parameters, body: { password }, language }, z.unknown());
}

async function call<T>(wireCall: EndpointCall, schema: z.ZodMiniType<T>): Promise<T> {
  const { reply, status } = await callWire(wireCall);
  return readReply(reply, schema, status);
}
