import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { type User, userSchema } from '#src/page/session/user.wire.ts';
import { callWire } from '#src/page/wire/call-wire.ts';

/** The calls below throw a CallError whose message is the server's own where it gave one. */

/** The member's data on the server. */
export function loadProfile(language: Language): Promise<User> {
  return callWire({ endpoint: 'profile', method: 'GET', language }, async () => userSchema);
}

export function updateProfile(
  profile: { firstName: string; lastName: string; pseudo: string },
  language: Language,
): Promise<User> {
  return callWire({ endpoint: 'profile', method: 'PUT', body: profile, language }, async () => userSchema);
}

/** Everything the radio keeps of the member. */
export function exportData(language: Language): Promise<unknown> {
  return callWire({ endpoint: 'export', method: 'GET', language }, async () => z.unknown());
}

/** @param password of an account that has one */
export function deleteAccount(password: string, language: Language): Promise<void> {
  const body = { password };
  return callWire({ endpoint: 'profile', method: 'DELETE', body, language }, async () => z.undefined());
}
