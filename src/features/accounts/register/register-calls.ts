import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { type ClientPreferences, type Registered, registeredSchema } from './register.wire.ts';

/** The values that the register dialog sends. */
export interface RegistrationForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly clientPreferences: ClientPreferences;
}

/** @throws {CallError} whose message is the server's own where it gave one */
export function register(
  browser: Browser,
  { username: pseudo, ...others }: RegistrationForm,
  language: Language,
): Promise<Registered> {
  const body = { ...others, pseudo };
  return callWire(
    browser,
    { endpoint: 'register', method: 'POST', body, language },
    async () => registeredSchema,
  );
}
