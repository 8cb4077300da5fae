import type { Language } from '#src/contract/languages.ts';
import { logIn } from '#src/features/accounts/login/login-dialog.tsx';
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
import { isRefusal } from '#src/page/wire/call-error.ts';
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

/** What is known of a registration that was sent before. */
export interface Tries {
  /** An answer got lost: the account may be there. */
  isLost: boolean;
}

/**
 * Registers. Once an answer got lost, who has the account by then is logged in to it instead [A142].
 * @throws {CallError} whose message is the server's own where it gave one
 */
export async function register(
  browser: Browser,
  { username: pseudo, act, ...others }: RegistrationForm,
  language: Language,
  tries: Tries,
): Promise<Registered> {
  const body = { ...others, pseudo, ...(act && { act }) };
  try {
    return await callWire(
      browser,
      { endpoint: 'register', method: 'POST', body, language },
      async () => registeredSchema,
    );
  } catch (error) {
    const isRefused = isRefusal(error);
    tries.isLost ||= !isRefused;
    const mayBeOpen = tries.isLost && !(isRefused && error.status !== TAKEN);
    const signedIn = mayBeOpen ? await logIn(browser, others, language).catch(() => null) : null;
    if (signedIn === null) throw error;
    return { ...signedIn, emailSent: false };
  }
}

/** The status of an answer that says that a username or an address is another account's. */
const TAKEN = 409;

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
