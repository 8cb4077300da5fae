import * as z from 'zod/mini';
import { cleanedText, emailSchema } from '#src/members/rules/account-fields.wire.ts';
import { checkMessage, checkSubject, cleanMessage, cleanSubject } from './contact-rules.ts';

/** `contact` POST [W55] */
export const contactSchema = z.object({
  email: emailSchema,
  subject: cleanedText(checkSubject, cleanSubject),
  message: cleanedText(checkMessage, cleanMessage),
  /** reCAPTCHA's token, or the solved challenge [W96] in base64; empty for none. */
  recaptchaToken: z._default(z.string(), ''),
});
