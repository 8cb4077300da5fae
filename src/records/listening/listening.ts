import { listeningEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import type { Database } from '#src/db/database.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';

/** How much was heard, and the start of the time for which that is known. */
export interface Listened {
  readonly sinceMs: number;
  /** What all listeners heard together. */
  readonly heardMs: number;
}

/**
 * What listeners heard from an instant up to now; null when nothing is recorded since then. What is dated
 * later was written by a clock that ran ahead.
 */
export async function listenedSince(db: Database, fromMs: number, nowMs: number): Promise<Listened | null> {
  const { sinceMs, heardMs } = await db
    .selectFrom('listening')
    .select(({ fn }) => [fn.min('started_ms').as('sinceMs'), fn.sum('heard_ms').as('heardMs')])
    .where('started_ms', '>=', fromMs)
    .where('started_ms', '<=', nowMs)
    .executeTakeFirstOrThrow();
  return sinceMs === null || heardMs === null ? null : { sinceMs: Number(sinceMs), heardMs: Number(heardMs) };
}

/** Takes the journal's lines about what listeners were sent. A line that is already there changes nothing. */
export async function takeListening(trx: Database, lines: readonly string[]): Promise<void> {
  const entries = parseJsonLines(lines, listeningEntrySchema);
  if (entries.length === 0) return;
  await trx
    .insertInto('listening')
    .values(
      entries.map(({ startedMs, bytes, heardMs }) => ({
        started_ms: Math.round(startedMs),
        sent_bytes: Math.round(bytes),
        heard_ms: Math.round(heardMs),
      })),
    )
    .onConflict((conflict) => conflict.column('started_ms').doNothing())
    .execute();
}
