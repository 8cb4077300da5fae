import type { ExpressionBuilder } from 'kysely';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import type { MailQueue } from '#src/platform/mail/mail-queue.ts';
import type { Database } from './database.ts';
import { timeOrderedId } from './ids/time-ordered-id.ts';
import type { DatabaseSchema } from './schema/database-schema.ts';

/** A mail to send: which composer writes it, with its arguments. */
export interface MailOrder {
  kind: string;
  /** The member it belongs to; null when it outlives the account or belongs to none. */
  userId: string | null;
  payload: object;
  language: Language;
  /** While a mail with the same key waits, this one is dropped. */
  dedupeKey: string | null;
}

/**
 * Orders a mail in the transaction that it reports: both happen or neither. Wake the worker after the commit.
 */
export async function orderMail(db: Database, nowMs: number, order: MailOrder): Promise<void> {
  await db
    .insertInto('mail_spool')
    .values({
      id: timeOrderedId(nowMs),
      kind: order.kind,
      user_id: order.userId,
      payload: encodeJson(order.payload),
      language: order.language,
      dedupe_key: order.dedupeKey,
      created_ms: nowMs,
      due_ms: nowMs,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

/** No mail is due later than an hour from now: one that is was written down by a clock that ran ahead. */
const DUE_WITHIN_MS = 2 * HOUR_MS;

/** The queue as the worker uses it. */
export function mailQueue(db: Database): MailQueue {
  return {
    async claim(nowMs, leaseMs) {
      // The second of two workers that choose the same mail waits for the first, then finds it no longer due.
      const row = await db
        .updateTable('mail_spool')
        .set({ due_ms: nowMs + leaseMs })
        .where('id', '=', ({ selectFrom }) =>
          selectFrom('mail_spool').select('id').where(isDue(nowMs)).orderBy('due_ms').orderBy('id').limit(1),
        )
        .where(isDue(nowMs))
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return null;
      const { id, kind, language, attempts } = row;
      const payload = decodeJson(row.payload);
      return { id, kind, language, attempts, payload, userId: row.user_id, createdMs: row.created_ms };
    },
    async remove(id) {
      await db.deleteFrom('mail_spool').where('id', '=', id).execute();
    },
    async postpone(id, dueMs, attempts) {
      await db.updateTable('mail_spool').set({ due_ms: dueMs, attempts }).where('id', '=', id).execute();
    },
  };
}

/** Removes the mails that were ordered before an instant, and tells how many. */
export async function removeMailsBefore(db: Database, instantMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_spool')
    .where('created_ms', '<', instantMs)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function isDue(nowMs: number) {
  return ({ eb, or }: ExpressionBuilder<DatabaseSchema, 'mail_spool'>) =>
    or([eb('due_ms', '<=', nowMs), eb('due_ms', '>', nowMs + DUE_WITHIN_MS)]);
}

/** JSON is text in both engines: no query looks into it. */
function encodeJson(value: unknown): string {
  return JSON.stringify(value);
}

/** The reader parses it by the schema of today. */
function decodeJson(text: string): unknown {
  return JSON.parse(text);
}
