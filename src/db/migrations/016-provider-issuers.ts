import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * Somebody is known by issuer and subject. The issuer of those who are linked already is not known here: '' until the
 * program has started with its settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema.dropIndex('provider_identities_by_user').execute();
  await db.schema
    .createTable('identities_of_providers')
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('issuer', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('linked_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('identities_of_providers_key', ['provider', 'issuer', 'subject'])
    .execute();
  await sql`
    insert into identities_of_providers (provider, issuer, subject, user_id, linked_ms)
    select provider, '', subject, user_id, linked_ms from provider_identities`.execute(db);
  await db.schema.dropTable('provider_identities').execute();
  await db.schema.alterTable('identities_of_providers').renameTo('provider_identities').execute();
  await db.schema
    .createIndex('provider_identities_by_user')
    .on('provider_identities')
    .column('user_id')
    .execute();
}
