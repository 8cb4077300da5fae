import type { Language } from '#src/contract/languages.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { callWire } from '#src/page/wire/call-wire.ts';

const importAvailability = async () => (await import('./username.wire.ts')).availabilitySchema;
const importUser = async () => (await import('#src/page/session/user.wire.ts')).userSchema;

/** The calls below throw a CallError whose message is the server's own where it gave one. */
export async function isUsernameFree(
  username: string,
  language: Language,
  signal: AbortSignal,
): Promise<boolean> {
  const { available } = await callWire(
    { endpoint: 'check-pseudo', method: 'POST', body: { pseudo: username }, language },
    importAvailability,
    signal,
  );
  return available;
}

export function chooseUsername(userId: string, username: string, language: Language): Promise<User> {
  const body = { user_id: userId, pseudo: username };
  return callWire({ endpoint: 'update-pseudo', method: 'POST', body, language }, importUser);
}
