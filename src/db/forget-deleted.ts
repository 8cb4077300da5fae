import { sql } from 'kysely';
import type { Database } from './database.ts';
import { engineOf } from './engine.ts';

/**
 * Takes what has been deleted out of SQLite's files too: its pages are overwritten as they are freed (`secure_delete`), and
 * here the log, which still holds them as they were, is emptied. Where another process reads, a later call does it.
 * PostgreSQL does so by itself in time (autovacuum, its own log).
 */
export async function forgetDeleted(db: Database): Promise<void> {
  if (engineOf(db) === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
