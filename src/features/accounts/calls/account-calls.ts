import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { availabilitySchema } from '#src/features/accounts/username/username.wire.ts';
import { type User, userSchema } from '#src/page/session/user.wire.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { readReply } from '#src/page/wire/read-reply.ts';
import {
  type ClientPreferences,
  type Registered,
  registeredSchema,
  type SignedIn,
  signedInSchema,
} from '#src/features/accounts/rules/accounts.wire.ts';

/** What the register dialog sends. */
export interface RegistrationForm {
  readonly firstName: string;
  readonly lastName: string;
  readonly pseudo: string;
  readonly email: string;
  readonly password: string;
  readonly clientPreferences: ClientPreferences;
}

/** The calls below throw a WireError whose message is the server's own where it gave one. */
export function logIn(body: { email: string; password: string }, language: Language): Promise<SignedIn> {
  return post('login', body, signedInSchema, language);
}

export function register(body: RegistrationForm, language: Language): Promise<Registered> {
  return post('register', body, registeredSchema, language);
}

export function verifyEmail(token: string, language: Language): Promise<SignedIn> {
  return post('verify-email', { token }, signedInSchema, language);
}

/** What the server makes of a wish for a mail. */
export interface MailReply {
  /** False on a station that sends no mail. */
  readonly isSent: boolean;
  /** The server's own. */
  readonly words: string | null;
  /** Whom to write to where no mail is sent; '' for nobody. */
  readonly contact: string;
}

const mailReplySchema = z.object({ emailSent: z.boolean(), contact: z.optional(z.string()) });
const messageSchema = z.object({ message: z.string() });

export async function askForMail(
  endpoint: 'forgot-password' | 'resend-verification',
  email: string,
  language: Language,
): Promise<MailReply> {
  const { reply, status } = await callWire({ endpoint, method: 'POST', body: { email }, language });
  const { emailSent, contact = '' } = readReply(reply, mailReplySchema, status);
  const said = messageSchema.safeParse(reply);
  return { isSent: emailSent, words: said.success ? said.data.message : null, contact };
}

export function resetPassword(
  body: { token: string; password: string },
  language: Language,
): Promise<SignedIn> {
  return post('reset-password', body, signedInSchema, language);
}

export async function isUsernameFree(
  pseudo: string,
  language: Language,
  signal: AbortSignal,
): Promise<boolean> {
  const { available } = await post('check-pseudo', { pseudo }, availabilitySchema, language, signal);
  return available;
}

export function chooseUsername(
  choice: { user_id: string; pseudo: string },
  language: Language,
): Promise<User> {
  return post('update-pseudo', choice, userSchema, language);
}

/** The member as the server knows them now. */
export async function loadProfile(language: Language): Promise<User> {
  const { reply, status } = await callWire({ endpoint: 'profile', language });
  return readReply(reply, userSchema, status);
}

export async function updateProfile(
  profile: { firstName: string; lastName: string; pseudo: string },
  language: Language,
): Promise<User> {
  const { reply, status } = await callWire({
    endpoint: 'profile',
    parameters: { _method: 'PUT' },
    method: 'POST',
    body: profile,
    language,
  });
  return readReply(reply, userSchema, status);
}

async function post<T>(
  endpoint: string,
  body: object,
  schema: z.ZodMiniType<T>,
  language: Language,
  signal?: AbortSignal,
): Promise<T> {
  const { reply, status } = await callWire({ endpoint, method: 'POST', body, language }, signal);
  return readReply(reply, schema, status);
}
