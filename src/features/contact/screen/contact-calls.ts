import type { Language } from '#src/contract/languages.ts';
import type { Written } from '#src/features/contact/contact-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';

/** @throws {CallError} whose message is the server's own where it gave one */
export async function sendMessage(
  browser: Browser,
  written: Written,
  recaptchaToken: string,
  language: Language,
): Promise<void> {
  const body = { ...written, recaptchaToken };
  await callWire(browser, { endpoint: 'contact', method: 'POST', body, language }, importNothing);
}
