import {
  type Expression,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Database } from './database.ts';

export type Engine = 'sqlite' | 'postgres';

export function engineOf<Schema>(db: Kysely<Schema>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Holds the rows read until the transaction ends. SQLite needs nothing for it: its transactions hold the
 * write lock from their beginning.
 */
export function lockRows<Schema, Table extends keyof Schema, Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> {
  return engineOf(db) === 'postgres' ? query.forUpdate() : query;
}

/**
 * The smaller of a column and an instant, the instant where the column is null. The engines' own functions
 * differ.
 */
export function earlierOf(
  column: Expression<number | null>,
  instantMs: number | Expression<number>,
): RawBuilder<number> {
  return sql<number>`case when ${column} <= ${instantMs} then ${column} else ${instantMs} end`;
}

/** The larger of two figures. The engines' own functions differ. */
export function laterOf(one: Expression<number>, other: Expression<number>): RawBuilder<number> {
  return sql<number>`case when ${one} > ${other} then ${one} else ${other} end`;
}

/**
 * Removes deleted rows from SQLite's files too: pages are overwritten as they are freed (`secure_delete`),
 * and this empties the log, which still holds them. While another process reads, a later call does it.
 * PostgreSQL does so by itself in time (autovacuum, its own log).
 */
export async function forgetDeleted(db: Database): Promise<void> {
  if (engineOf(db) === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
