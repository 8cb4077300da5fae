import * as z from 'zod/mini';
import {
  firstNameSchema,
  givenSchema,
  lastNameSchema,
  passwordSchema,
  ruledText,
} from '#src/members/rules/account-fields.wire.ts';
import { checkProfileUsername, cleanUsername } from '#src/members/rules/account-rules.ts';

/** `profile` PUT. A blank or missing username leaves the present one. */
export const profileChangeSchema = z.object({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  pseudo: z.pipe(
    z.nullish(ruledText(checkProfileUsername)),
    z.transform((text) => cleanUsername(text ?? '') || null),
  ),
});

/** `profile` DELETE: the password of accounts that have one. */
export const deletionSchema = z.object({ password: z.nullish(z.string()) });

/** `change-password` */
export const passwordChangeSchema = z.object({ current: givenSchema, password: passwordSchema });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;
