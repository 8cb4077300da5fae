import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('contact_messages')
    .addColumn('id', 'integer', (column) =>
      postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('read_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('contact_messages_by_age')
    .on('contact_messages')
    .columns(['created_ms', 'id'])
    .execute();

  await db.schema
    .createTable('spent_proofs')
    .addColumn('nonce', text, (column) => column.primaryKey().notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute();
}
