import type { Generated } from 'kysely';
import type { Language } from '#src/contract/languages.ts';
import type { SlotPlace } from '#src/contract/slots.ts';

/**
 * What the station keeps that belongs to no member and no song: the tables of migrations 007, 009, 010 and
 * 014.
 */
export interface StationTables {
  contact_messages: ContactMessagesTable;
  spent_proofs: SpentProofsTable;
  slot_days: SlotDaysTable;
  listening: ListeningTable;
  believed_time: BelievedTimeTable;
}

/**
 * What visitors wrote to the association. Nothing says whether one of them is a member: the address is not
 * proven.
 */
export interface ContactMessagesTable {
  id: Generated<number>;
  /** As the sender wrote it. */
  email: string;
  /** One line. */
  subject: string;
  message: string;
  /** The language in which the sender read the site. */
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

/**
 * How often an advert of the site was seen and followed on a day. Nothing says by whom. (day, slot_id) is the
 * key; what the slot was stays beside it, since station.yaml forgets.
 */
interface SlotDaysTable {
  /** `YYYY-MM-DD`, by the station's clock. */
  day: string;
  slot_id: string;
  place: SlotPlace;
  /** Path from STATION_DIR. */
  image: string;
  link: string;
  views: number;
  clicks: number;
}

/**
 * The sound that listeners were sent in a stretch of a few minutes, on all streams together. Nothing says to
 * whom.
 */
interface ListeningTable {
  /** The key: a line of the journal that is drained again changes nothing. */
  started_ms: number;
  sent_bytes: number;
  /** How long that sound lasts. */
  heard_ms: number;
}

interface BelievedTimeTable {
  /** 1: there is one row. */
  id: number;
  /** The latest time that agreed with what was written before. */
  believed_ms: number;
}
