import type { Language } from '#src/contract/languages.ts';
import { hasActForMail, keepActForMail } from '#src/features/accounts/gate/mail-act.ts';
import type { SignedIn } from '#src/features/accounts/sessions/sessions.wire.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callUnread, callWire, readAnswer } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import type { Verified } from './mail-links.wire.ts';

const importSignedIn = () =>
  import('#src/features/accounts/sessions/sessions.wire.ts').then((file) => file.signedInSchema);
const importShapes = () => import('./mail-links.wire.ts');

/** The calls below throw a CallError whose message is the server's own where it gave one. */
export async function verifyEmail(
  browser: Browser,
  body: { token: string; password?: string },
  language: Language,
): Promise<Verified & Pick<MailOutcome, 'words'>> {
  const answer = await callUnread(browser, { endpoint: 'verify-email', method: 'POST', body, language });
  const { messageSchema, verifiedSchema } = await importShapes();
  const verified = await readAnswer(answer, async () => verifiedSchema);
  return { ...verified, words: messageSchema.safeParse(answer.reply).data?.message ?? null };
}

/** Whether the link to a new password still works. */
export function checkLink(browser: Browser, token: string, language: Language): Promise<void> {
  return callWire(
    browser,
    { endpoint: 'check-link', method: 'POST', body: { token }, language },
    importNothing,
  );
}

export function resetPassword(
  browser: Browser,
  body: { token: string; password: string },
  language: Language,
): Promise<SignedIn> {
  return callWire(browser, { endpoint: 'reset-password', method: 'POST', body, language }, importSignedIn);
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

export async function askForMail(
  browser: Browser,
  endpoint: 'forgot-password' | 'resend-verification',
  email: string,
  language: Language,
): Promise<MailOutcome> {
  const body = { email, ...(hasActForMail(browser, email) && { act: true }) };
  const answer = await callUnread(browser, { endpoint, method: 'POST', body, language });
  const { mailReplySchema, messageSchema } = await importShapes();
  const { emailSent, contact = '' } = await readAnswer(answer, async () => mailReplySchema);
  const words = messageSchema.safeParse(answer.reply).data?.message ?? null;
  if (emailSent) keepActForMail(browser, email);
  return { isSent: emailSent, words, contact };
}
