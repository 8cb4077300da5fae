import * as z from 'zod/mini';
import { signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { emailSchema, givenSchema, passwordSchema } from '#src/members/rules/account-fields.wire.ts';

/** `forgot-password` and `resend-verification`. `act`: what a guest has begun waits for the link [A136]. */
export const mailRequestSchema = z.object({ email: emailSchema, act: z.optional(z.boolean()) });

/** `check-link` */
export const linkSchema = z.object({ token: givenSchema });

/** `verify-email`; the password where a reply has said that it is asked for. */
export const verificationSchema = z.object({ token: givenSchema, password: z.optional(passwordSchema) });
export type Verification = z.infer<typeof verificationSchema>;

/** `data` of `verify-email` */
export const verifiedSchema = z.extend(signedInSchema, {
  /** Whether the account has no password until the member types one [A93]. */
  passwordPending: z._default(z.boolean(), false),
});
export type Verified = z.infer<typeof verifiedSchema>;

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
