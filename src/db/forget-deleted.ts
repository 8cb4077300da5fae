import { sql } from 'kysely';
import type { Database } from './database.ts';
import { engineOf } from './engine.ts';

/**
 * Removes deleted rows from SQLite's files too: pages are overwritten as they are freed (`secure_delete`), and this
 * empties the log, which still holds them. While another process reads, a later call does it. PostgreSQL does so by
 * itself in time (autovacuum, its own log).
 */
export async function forgetDeleted(db: Database): Promise<void> {
  if (engineOf(db) === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
