import type { Generated } from 'kysely';
import type { Language } from '#src/contract/languages.ts';

/** Mails that are owed. What they say is put together when they go out, so no link's token is ever stored. */
export interface MailSpoolTable {
  /** timeOrderedId; also the mail's Message-ID, by which a mail sent twice is known. */
  id: string;
  /** Which composer writes it. */
  kind: string;
  /** Whose it is: it goes when the account goes. Null for what belongs to no account. */
  user_id: string | null;
  /** What the composer needs besides, as JSON. */
  payload: string;
  language: Language;
  /** While one with the same key is owed, no second is taken; unique. */
  dedupe_key: string | null;
  attempts: Generated<number>;
  created_ms: number;
  /** When it is tried next; ahead of now while somebody is at it. */
  due_ms: number;
}
