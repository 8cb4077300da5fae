import * as z from 'zod/mini';
import {
  firstNameSchema,
  givenSchema,
  lastNameSchema,
  optionalUsername,
  passwordSchema,
} from '#src/members/rules/account-fields.wire.ts';
import { checkProfileUsername } from '#src/members/rules/account-rules.ts';

/** `profile` PUT. A blank or missing username leaves the present one. */
export const profileChangeSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  pseudo: optionalUsername(checkProfileUsername),
});

/** `profile` DELETE: the password of accounts that have one. */
export const deletionSchema = z.object({ password: z.nullish(z.string()) });

/** `change-password` */
export const passwordChangeSchema = z.object({ current: givenSchema, password: passwordSchema });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;
