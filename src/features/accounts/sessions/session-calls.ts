import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';

/**
 * Signs out one session, or all but this one.
 * @throws {CallError} whose message is the server's own where it gave one
 */
export function endSessions(browser: Browser, id: string | 'others', language: Language): Promise<void> {
  const parameters = id === 'others' ? {} : { id };
  return callWire(browser, { endpoint: 'sessions', method: 'DELETE', parameters, language }, importNothing);
}
