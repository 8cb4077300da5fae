import type { Database } from '#src/db/database.ts';

/** How much was heard, and since when that is known. */
export interface Listened {
  readonly sinceMs: number;
  /** What all listeners heard together. */
  readonly heardMs: number;
}

/** What listeners heard from an instant on; null where nothing is written down of that time. */
export async function listenedSince(db: Database, fromMs: number): Promise<Listened | null> {
  const { sinceMs, heardMs } = await db
    .selectFrom('listening')
    .select(({ fn }) => [fn.min('started_ms').as('sinceMs'), fn.sum('heard_ms').as('heardMs')])
    .where('started_ms', '>=', fromMs)
    .executeTakeFirstOrThrow();
  return sinceMs === null || heardMs === null ? null : { sinceMs: Number(sinceMs), heardMs: Number(heardMs) };
}
