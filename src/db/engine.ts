import { type Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely';

export type Engine = 'sqlite' | 'postgres';

export function engineOf<Schema>(db: Kysely<Schema>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Holds the rows read until the transaction ends. SQLite needs nothing for it: its transactions hold the write lock
 * from their beginning.
 */
export function lockRows<Schema, Table extends keyof Schema, Row>(
  db: Kysely<Schema>,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> {
  return engineOf(db) === 'postgres' ? query.forUpdate() : query;
}
