import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  const days = db.schema
    .createTable('slot_days')
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('slot_id', text, (column) => column.notNull())
    .addColumn('place', text, (column) => column.notNull())
    .addColumn('image', text, (column) => column.notNull())
    .addColumn('link', text, (column) => column.notNull())
    .addColumn('views', 'integer', (column) => column.notNull())
    .addColumn('clicks', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('slot_days_key', ['day', 'slot_id']);
  await (postgres ? days : days.modifyEnd(sql`without rowid`)).execute();
}
