import type { Language } from '#src/contract/languages.ts';
import {
  checkEmail,
  checkFirstName,
  checkGivenUsername,
  checkLastName,
  checkNewPassword,
  type FieldProblem,
} from '#src/members/rules/account-rules.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { type ClientPreferences, type Registered, registeredSchema } from './register.wire.ts';

/** The fields of the register dialog. */
export interface RegistrationFields {
  readonly firstName: string;
  readonly lastName: string;
  /** Blank: chosen later. */
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly again: string;
}

export const EMPTY_REGISTRATION: RegistrationFields = {
  firstName: '',
  lastName: '',
  username: '',
  email: '',
  password: '',
  again: '',
};

/** The broken rule of each field [A22, A23, A24, A25]. */
export function checkRegistration(
  fields: RegistrationFields,
): Record<keyof RegistrationFields, FieldProblem | null> {
  return {
    firstName: checkFirstName(fields.firstName),
    lastName: checkLastName(fields.lastName),
    username: checkGivenUsername(fields.username),
    email: checkEmail(fields.email),
    ...checkNewPassword(fields),
  };
}

/** The values that the register dialog sends. */
interface RegistrationForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly clientPreferences: ClientPreferences;
  /** Whether what the guest has begun waits for the mail. */
  readonly act: boolean;
}

/** @throws {CallError} whose message is the server's own where it gave one */
export function register(
  browser: Browser,
  { username: pseudo, act, ...others }: RegistrationForm,
  language: Language,
): Promise<Registered> {
  const body = { ...others, pseudo, ...(act && { act }) };
  return callWire(
    browser,
    { endpoint: 'register', method: 'POST', body, language },
    async () => registeredSchema,
  );
}

const KEY = 'device_id';

/** The browser's own description. */
interface DeviceFacts {
  readonly userAgent: string;
  readonly language: string;
  readonly platform: string;
}

/** This browser's id [A17], kept once it has been made. */
export function deviceId(storage: BrowserStorage, facts: DeviceFacts = navigator): string {
  const stored = storage.read(KEY);
  if (stored?.startsWith('dev_')) return stored;
  const made = makeDeviceId(facts);
  storage.write(KEY, made);
  return made;
}

/** `dev_` and a 32 bit FNV-1a hash, in base 36. It tells kinds of browsers apart and protects nothing. */
export function makeDeviceId({ userAgent, language, platform }: DeviceFacts): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode([userAgent, language, platform].join('\n'))) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return `dev_${hash.toString(36)}`;
}
