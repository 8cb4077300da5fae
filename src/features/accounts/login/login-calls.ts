import type { Language } from '#src/contract/languages.ts';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';

/** @throws {CallError} whose message is the server's own where it gave one */
export function logIn(
  browser: Browser,
  body: { email: string; password: string },
  language: Language,
): Promise<SignedIn> {
  return callWire(browser, { endpoint: 'login', method: 'POST', body, language }, async () => signedInSchema);
}
