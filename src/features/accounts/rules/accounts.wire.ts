import * as z from 'zod/mini';
import { isLanguage } from '#src/contract/languages.ts';
import { THEMES } from '#src/contract/limits.ts';
import { isStreamId } from '#src/contract/streams.ts';
import { userSchema } from '#src/page/session/user.wire.ts';
import {
  checkEmail,
  checkFirstName,
  checkLastName,
  checkPassword,
  checkProfileUsername,
  checkUsername,
  cleanEmail,
  cleanName,
  EMAIL_MAX,
} from './account-rules.ts';
import { cleanedText, ruledText } from './ruled-text.ts';

const email = cleanedText(checkEmail, cleanEmail);
const firstName = cleanedText(checkFirstName, cleanName);
const lastName = cleanedText(checkLastName, cleanName);
const password = ruledText(checkPassword);
/** A value that is not one of ours counts as not given. */
const oneOf = <T extends string>(is: (value: unknown) => value is T) =>
  z.pipe(
    z.nullish(z.string()),
    z.transform((value) => (is(value) ? value : undefined)),
  );
const isTheme = (value: unknown): value is (typeof THEMES)[number] => THEMES.some((theme) => theme === value);
const isDevice = (value: unknown): value is string =>
  typeof value === 'string' && /^dev_[A-Za-z0-9_-]{1,64}$/.test(value);

/** What the browser had chosen when its guest registered. */
export const clientPreferencesSchema = z.object({
  language: oneOf(isLanguage),
  streamId: oneOf(isStreamId),
  theme: oneOf(isTheme),
  device: oneOf(isDevice),
});
export type ClientPreferences = Partial<z.infer<typeof clientPreferencesSchema>>;

/** `register`. A blank or missing pseudo is chosen later. */
export const registrationSchema = z.object({
  firstName,
  lastName,
  pseudo: z.pipe(
    z.nullish(ruledText((text) => (text.trim() === '' ? null : checkUsername(text)))),
    z.transform((text) => text?.trim() || null),
  ),
  email,
  password,
  clientPreferences: z.pipe(
    z.nullish(clientPreferencesSchema),
    z.transform((chosen): ClientPreferences => chosen ?? {}),
  ),
});
export type Registration = z.infer<typeof registrationSchema>;

const given = ruledText((text) => (text === '' ? 'required' : null));
const givenEmail = ruledText((text) => {
  if (text === '') return 'required';
  return text.length > EMAIL_MAX ? 'email_invalid' : null;
});

/** `login`: no rule but that both are there, since older rules may have let others in. */
export const loginSchema = z.object({ email: givenEmail, password: given });

/** `profile` PUT. A blank or missing pseudo leaves the present one. */
export const profileChangeSchema = z.object({
  firstName,
  lastName,
  pseudo: z.pipe(
    z.nullish(ruledText(checkProfileUsername)),
    z.transform((text) => text?.trim() || null),
  ),
});

/** `profile` DELETE: the password of accounts that have one. */
export const deletionSchema = z.object({ password: z.nullish(z.string()) });

/** `forgot-password` and `resend-verification` */
export const mailRequestSchema = z.object({ email });

/** `verify-email` */
export const verificationSchema = z.object({ token: given });

/** `reset-password` */
export const passwordResetSchema = z.object({ token: given, password });

/** `data` of `login`, `verify-email`, `reset-password` and the social sign-ins. */
export const signedInSchema = z.object({ user: userSchema, token: z.string() });
export type SignedIn = z.infer<typeof signedInSchema>;

/** `data` of `register`: without a token the mail has to be answered first. */
export const registeredSchema = z.object({
  user: userSchema,
  token: z.nullable(z.string()),
  emailSent: z.boolean(),
});
export type Registered = z.infer<typeof registeredSchema>;

/** `data` of `sessions`, the latest used first. */
export const sessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      /** `Firefox · Linux`; '' when the program did not say. */
      device: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
});
export type Sessions = z.infer<typeof sessionsSchema>;
