import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { callUnread, callWire } from '#src/page/wire/call-wire.ts';
import { readAnswer } from '#src/page/wire/send-call.ts';

const importAvailability = async () => (await import('./username.wire.ts')).availabilitySchema;
const importUserOrNull = async () => (await import('#src/page/session/user.wire.ts')).userOrNullSchema;

/** The calls below throw a CallError whose message is the server's own where it gave one. */
export async function isUsernameFree(
  browser: Browser,
  username: string,
  language: Language,
  signal: AbortSignal,
): Promise<boolean> {
  const { available } = await callWire(
    browser,
    { endpoint: 'check-pseudo', method: 'POST', body: { pseudo: username }, language },
    importAvailability,
    signal,
  );
  return available;
}

/** @returns the member under the new name, also where the reply does not say who that is [A85] */
export async function chooseUsername(
  browser: Browser,
  user: User,
  username: string,
  language: Language,
): Promise<User> {
  const body = { user_id: user.id, pseudo: username };
  const call = { endpoint: 'update-pseudo', method: 'POST', body, language } as const;
  const renamed = await readAnswer(await callUnread(browser, call), importUserOrNull);
  return renamed ?? { ...user, pseudo: username };
}
