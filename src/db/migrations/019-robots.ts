import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** What the station's robots heard: in each hour, last, and what was wrong from when to when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('robot_hours')
    .addColumn('hour_ms', 'bigint', (column) => column.notNull())
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('findings', 'integer', (column) => column.notNull())
    .addColumn('troubled', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('robot_hours_key', ['hour_ms', 'stream_id'])
    .execute();
  await db.schema
    .createTable('robot_days')
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('findings', 'integer', (column) => column.notNull())
    .addColumn('troubled', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('robot_days_key', ['day', 'stream_id'])
    .execute();

  await db.schema
    .createTable('robot_findings')
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('robot', text, (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('problem', text)
    .addPrimaryKeyConstraint('robot_findings_key', ['stream_id', 'robot'])
    .execute();

  await db.schema
    .createTable('troubles')
    .addColumn('id', 'integer', (column) =>
      postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('robot', text, (column) => column.notNull())
    .addColumn('problem', text, (column) => column.notNull())
    .addColumn('detail', text, (column) => column.notNull())
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .addColumn('until_ms', 'bigint')
    .addColumn('told_ms', 'bigint')
    .addColumn('end_told_ms', 'bigint')
    .execute();
  await db.schema.createIndex('troubles_by_time').on('troubles').column('since_ms').execute();
}
