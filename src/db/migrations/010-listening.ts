import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('listening')
    .addColumn('started_ms', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('sent_bytes', 'bigint', (column) => column.notNull())
    .addColumn('heard_ms', 'bigint', (column) => column.notNull())
    .execute();
}
