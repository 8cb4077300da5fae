import * as z from 'zod/mini';
import {
  emailSchema,
  givenSchema,
  passwordSchema,
} from '#src/features/accounts/rules/account-fields.wire.ts';

/** `forgot-password` and `resend-verification` */
export const mailRequestSchema = z.object({ email: emailSchema });

/** `verify-email` */
export const verificationSchema = z.object({ token: givenSchema });

/** `reset-password` */
export const passwordResetSchema = z.object({ token: givenSchema, password: passwordSchema });

/** `data` of `forgot-password` and `resend-verification` */
export const mailReplySchema = z.object({
  /** False on a station that sends no mail. */
  emailSent: z.boolean(),
  /** The address to write to there; '' without one. */
  contact: z.optional(z.string()),
});
export type MailReply = z.infer<typeof mailReplySchema>;

/** What such a reply says beside its data. */
export const messageSchema = z.object({ message: z.string() });
