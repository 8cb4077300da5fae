import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** What the radio's machine tells further web processes: the station as it stands, and the secret of all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('station_parts')
    .addColumn('part', text, (column) => column.primaryKey())
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('shared_secret')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('secret', text, (column) => column.notNull())
    .execute();
}
