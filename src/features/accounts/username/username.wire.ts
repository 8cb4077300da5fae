import * as z from 'zod/mini';
import { cleanedText } from '#src/members/rules/account-fields.wire.ts';
import { checkUsername, cleanUsername } from '#src/members/rules/account-rules.ts';

const username = cleanedText((text) => (text === '' ? 'required' : checkUsername(text)), cleanUsername);

/** `check-pseudo` */
export const usernameCheckSchema = z.object({ pseudo: username });

/** `update-pseudo` */
export const usernameChoiceSchema = z.object({
  user_id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  pseudo: username,
});

/** `data` of `check-pseudo` */
export const availabilitySchema = z.object({ available: z.boolean() });
export type Availability = z.infer<typeof availabilitySchema>;
