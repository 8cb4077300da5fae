import type { Language } from '#src/contract/languages.ts';
import { type User, userSchema } from '#src/page/session/user.wire.ts';
import { postWire } from '#src/page/wire/post-wire.ts';
import { availabilitySchema } from './username.wire.ts';

/** The calls below throw a CallError whose message is the server's own where it gave one. */
export async function isUsernameFree(
  username: string,
  language: Language,
  signal: AbortSignal,
): Promise<boolean> {
  const asked = { pseudo: username };
  const { available } = await postWire('check-pseudo', asked, availabilitySchema, language, signal);
  return available;
}

export function chooseUsername(userId: string, username: string, language: Language): Promise<User> {
  return postWire('update-pseudo', { user_id: userId, pseudo: username }, userSchema, language);
}
