import type { Generated } from 'kysely';
import type { Language } from '#src/contract/languages.ts';

/** The tables of migration 009. */
export interface ContactTables {
  contact_messages: ContactMessagesTable;
  spent_proofs: SpentProofsTable;
}

/** What visitors wrote to the association. Nothing says whether one of them is a member: the address is not proven. */
interface ContactMessagesTable {
  id: Generated<number>;
  /** As the sender wrote it. */
  email: string;
  /** One line. */
  subject: string;
  message: string;
  /** That the sender read the site in. */
  language: Language;
  created_ms: number;
  /** When the operator first looked at it; null before. */
  read_ms: number | null;
}

/** Proofs of work that have let a message in: none does so twice. */
interface SpentProofsTable {
  /** The challenge's own number, 128 random bits in hexadecimal; the key. */
  nonce: string;
  /** When the proof would be refused for its age anyway. */
  expires_ms: number;
}
