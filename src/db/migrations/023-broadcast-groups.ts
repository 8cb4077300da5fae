import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** Whose turn it is in a group of broadcast machines, which machines it has, and what each stream has played. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('broadcast_groups')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('beat_ms', 'bigint', (column) => column.notNull())
    .addColumn('clock_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_released', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('broadcast_machines')
    .addColumn('group_name', text, (column) => column.notNull())
    .addColumn('machine', text, (column) => column.notNull())
    .addColumn('beat_ms', 'bigint', (column) => column.notNull())
    .addColumn('addresses', text, (column) => column.notNull())
    .addColumn('likeness', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('broadcast_machines_key', ['group_name', 'machine'])
    .execute();
  await db.schema
    .createTable('journal_lines')
    .addColumn('id', 'integer', (column) =>
      postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('group_name', text, (column) => column.notNull())
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('media_id', text, (column) => column.notNull())
    .addColumn('line', text, (column) => column.notNull())
    .addUniqueConstraint('journal_lines_key', ['group_name', 'stream_id', 'started_ms', 'media_id'])
    .execute();
  await db.schema
    .createIndex('journal_lines_by_age')
    .on('journal_lines')
    .columns(['group_name', 'started_ms'])
    .execute();
}
