import type { Language } from '#src/contract/languages.ts';

/** A mail that waits to be sent, as it was ordered. */
export interface OwedMail {
  id: string;
  /** Which composer writes it. */
  kind: string;
  userId: string | null;
  /** Further values for its composer: parsed JSON. */
  payload: unknown;
  language: Language;
  /** Those that failed before. */
  attempts: number;
  createdMs: number;
}

/** The mails that wait to be sent. Several workers may share one queue. */
export interface MailQueue {
  /** The mail due longest, taken for `leaseMs`: no other worker gets it until then. Null when none is due. */
  claim(nowMs: number, leaseMs: number): Promise<OwedMail | null>;
  remove(id: string): Promise<void>;
  postpone(id: string, dueMs: number, attempts: number): Promise<void>;
}

/** Writes a mail at the moment it goes out. Null: the mail has no purpose or no recipient any more. */
export type MailComposer = (owed: OwedMail) => Promise<OutgoingMail | null>;

/** A mail ready to go. */
export interface OutgoingMail {
  /** One address, bare. */
  to: string;
  /** Where answers go, a bare address; without one, to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
}
