import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { postWire } from '#src/page/wire/post-wire.ts';
import { readReply } from '#src/page/wire/read-reply.ts';

/** The calls below throw a CallError whose message is the server's own where it gave one. */
export function verifyEmail(token: string, language: Language): Promise<SignedIn> {
  return postWire('verify-email', { token }, signedInSchema, language);
}

export function resetPassword(
  body: { token: string; password: string },
  language: Language,
): Promise<SignedIn> {
  return postWire('reset-password', body, signedInSchema, language);
}

/** The answer to a call for a mail. */
export interface MailReply {
  /** False on a station that sends no mail. */
  readonly isSent: boolean;
  /** The server's own. */
  readonly words: string | null;
  /** The address to write to where the station sends no mail; '' without one. */
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
