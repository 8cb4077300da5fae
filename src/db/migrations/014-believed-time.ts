import { type Kysely, PostgresAdapter } from 'kysely';

/** The latest time that was believed: one row, by which a clock that ran ahead is found out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const big = postgres ? 'bigint' : 'integer';
  await db.schema
    .createTable('believed_time')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('believed_ms', big, (column) => column.notNull())
    .execute();
}
