import { type Selectable, sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import { CLOCKS_DIFFER_MS, CONTACT_KEPT_DAYS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { engineOf } from '#src/db/engine.ts';
import type { ContactMessagesTable } from '#src/db/schema/station-tables.ts';
import type { Written } from './contact-rules.ts';

/**
 * The same words from the same sender within this time are one
 * message: a lost answer makes a browser send again [W98].
 */
const REPEATED_MS = 10 * MINUTE_MS;
export const LISTED_MAX = 100;
/** The largest id that the column holds on both engines. */
const ID_MAX = 2 ** 31 - 1;

/** A message as operators see it. */
export interface ContactMessage extends Written {
  readonly id: number;
  readonly language: Language;
  readonly createdMs: number;
  /** When the operator first looked at it; null before. */
  readonly readMs: number | null;
}

/** Keeps a message. Returns its id, and whether it is a new one. */
export async function keepMessage(
  trx: Database,
  { email, subject, message, language, nowMs }: Written & { language: Language; nowMs: number },
): Promise<{ id: number; isNew: boolean }> {
  // Two calls at once would not see each other's row.
  if (engineOf(trx) === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${email}\n${subject}\n${message}`}, 0))`.execute(
      trx,
    );
  const same = await trx
    .selectFrom('contact_messages')
    .select('id')
    .where('created_ms', '>', nowMs - REPEATED_MS)
    // What is dated later was written by a clock that ran ahead: the next one would be lost.
    .where('created_ms', '<=', nowMs + CLOCKS_DIFFER_MS)
    .where('email', '=', email)
    .where('subject', '=', subject)
    .where('message', '=', message)
    .executeTakeFirst();
  if (same !== undefined) return { id: same.id, isNew: false };
  const { id } = await trx
    .insertInto('contact_messages')
    .values({ email, subject, message, language, created_ms: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

/** Finds a message; null when it was deleted or never existed. */
export async function findMessage(db: Database, id: number): Promise<ContactMessage | null> {
  if (!isMessageId(id)) return null;
  const row = await db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : messageOf(row);
}

/** Lists messages, newest first by their ids, whatever clock dated them, at most 100. */
export async function listMessages(db: Database, choice: 'all' | 'unread'): Promise<ContactMessage[]> {
  const all = db.selectFrom('contact_messages').selectAll().orderBy('id', 'desc').limit(LISTED_MAX);
  const rows = await (choice === 'all' ? all : all.where('read_ms', 'is', null)).execute();
  return rows.map(messageOf);
}

/** Finds a message and notes that the operator has looked at it. */
export async function readMessage(db: Database, id: number, nowMs: number): Promise<ContactMessage | null> {
  const message = await findMessage(db, id);
  if (message?.readMs === null)
    await db.updateTable('contact_messages').set({ read_ms: nowMs }).where('id', '=', id).execute();
  return message;
}

/** Deletes a message; false when there is none. */
export async function deleteMessage(db: Database, id: number): Promise<boolean> {
  if (!isMessageId(id)) return false;
  const { numDeletedRows } = await db.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes messages that have been kept long enough [R64]. */
export async function sweepMessages(db: Database, nowMs: number): Promise<void> {
  const keptMs = CONTACT_KEPT_DAYS * DAY_MS;
  await db
    .deleteFrom('contact_messages')
    .where('created_ms', '<=', nowMs - keptMs)
    .execute();
}

function isMessageId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= ID_MAX;
}

function messageOf(row: Selectable<ContactMessagesTable>): ContactMessage {
  const { id, email, subject, message, language, created_ms, read_ms } = row;
  return { id, email, subject, message, language, createdMs: created_ms, readMs: read_ms };
}
