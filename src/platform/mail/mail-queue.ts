import type { Language } from '#src/contract/languages.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

/** A mail that is owed, as somebody ordered it. */
export interface OwedMail {
  id: string;
  /** Which composer writes it. */
  kind: string;
  userId: string | null;
  /** What its composer needs besides: parsed JSON. */
  payload: unknown;
  language: Language;
  /** Those that failed before. */
  attempts: number;
  createdMs: number;
}

/** Where owed mails wait. Several workers may share one. */
export interface MailQueue {
  /** The mail due longest, taken for `leaseMs`: nobody else gets it until then. Null when none is due. */
  claim(nowMs: number, leaseMs: number): Promise<OwedMail | null>;
  remove(id: string): Promise<void>;
  postpone(id: string, dueMs: number, attempts: number): Promise<void>;
}

/** Writes a mail at the moment it goes out. Null: there is nothing to tell any more, or nobody to tell it to. */
export type MailComposer = (owed: OwedMail) => Promise<OutgoingMail | null>;
