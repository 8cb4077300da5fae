import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { type SignedIn, signedInSchema } from '#src/features/accounts/sessions/sessions.wire.ts';
import { callUnread, callWire } from '#src/page/wire/call-wire.ts';
import { readReply } from '#src/page/wire/read-reply.ts';
import { mailReplySchema } from './mail-links.wire.ts';

const importSignedIn = async () => signedInSchema;

/** The calls below throw a CallError whose message is the server's own where it gave one. */
export function verifyEmail(token: string, language: Language): Promise<SignedIn> {
  const body = { token };
  return callWire({ endpoint: 'verify-email', method: 'POST', body, language }, importSignedIn);
}

export function resetPassword(
  body: { token: string; password: string },
  language: Language,
): Promise<SignedIn> {
  return callWire({ endpoint: 'reset-password', method: 'POST', body, language }, importSignedIn);
}

/** The answer to a call for a mail. */
export interface MailOutcome {
  /** False on a station that sends no mail. */
  readonly isSent: boolean;
  /** The server's own. */
  readonly words: string | null;
  /** The address to write to where the station sends no mail; '' without one. */
  readonly contact: string;
}

const messageSchema = z.object({ message: z.string() });

export async function askForMail(
  endpoint: 'forgot-password' | 'resend-verification',
  email: string,
  language: Language,
): Promise<MailOutcome> {
  const { reply, status } = await callUnread({ endpoint, method: 'POST', body: { email }, language });
  const { emailSent, contact = '' } = readReply(reply, mailReplySchema, status);
  const said = messageSchema.safeParse(reply);
  return { isSent: emailSent, words: said.success ? said.data.message : null, contact };
}
