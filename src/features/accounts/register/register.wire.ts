import * as z from 'zod/mini';
import { isLanguage } from '#src/contract/languages.ts';
import { THEMES } from '#src/contract/limits.ts';
import { isStreamId } from '#src/contract/streams.ts';
import {
  emailSchema,
  firstNameSchema,
  lastNameSchema,
  optionalUsername,
  passwordSchema,
} from '#src/members/rules/account-fields.wire.ts';
import { checkGivenUsername } from '#src/members/rules/account-rules.ts';
import { userOrNullSchema } from '#src/page/session/user.wire.ts';

/** A value that the station does not offer counts as not given. */
const oneOf = <T extends string>(is: (value: unknown) => value is T) =>
  z.pipe(
    z.nullish(z.string()),
    z.transform((value) => (is(value) ? value : undefined)),
  );
const isTheme = (value: unknown): value is (typeof THEMES)[number] => THEMES.some((theme) => theme === value);
const isDevice = (value: unknown): value is string =>
  typeof value === 'string' && /^dev_[A-Za-z0-9_-]{1,64}$/.test(value);

/** The choices of the browser when its guest registered. */
export const clientPreferencesSchema = z.object({
  language: oneOf(isLanguage),
  streamId: oneOf(isStreamId),
  theme: oneOf(isTheme),
  device: oneOf(isDevice),
});
export type ClientPreferences = Partial<z.infer<typeof clientPreferencesSchema>>;

/** `register`. A blank or missing username is chosen later. */
export const registrationSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  pseudo: optionalUsername(checkGivenUsername),
  email: emailSchema,
  password: passwordSchema,
  clientPreferences: z.pipe(
    z.nullish(clientPreferencesSchema),
    z.transform((chosen): ClientPreferences => chosen ?? {}),
  ),
  /** Whether what the guest has begun waits for the mail's link [A136]. */
  act: z.optional(z.boolean()),
});
export type Registration = z.infer<typeof registrationSchema>;

/**
 * `data` of `register`. A registration that waits for its mail is not signed in, and the reply need not have
 * a user [A85].
 */
export const registeredSchema = z
  .object({
    user: userOrNullSchema,
    token: z.nullish(z.string()),
    emailSent: z._default(z.boolean(), false),
  })
  .check(z.refine(({ user, token, emailSent }) => emailSent || Boolean(user && token)));
export type Registered = z.infer<typeof registeredSchema>;
