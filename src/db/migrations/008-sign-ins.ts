import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('provider_identities')
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('linked_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('provider_identities_key', ['provider', 'subject'])
    .execute();
  await db.schema
    .createIndex('provider_identities_by_user')
    .on('provider_identities')
    .column('user_id')
    .execute();

  await db.schema
    .createTable('spent_credentials')
    .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute();
}
