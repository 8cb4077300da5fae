import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** How many listened in each hour and on each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  const hours = db.schema
    .createTable('listener_hours')
    .addColumn('hour_ms', 'bigint', (column) => column.notNull())
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('variant', text, (column) => column.notNull())
    .addColumn('transport', text, (column) => column.notNull())
    .addColumn('part_ms', 'bigint', (column) => column.notNull())
    .addColumn('peak', 'integer', (column) => column.notNull())
    .addColumn('joins', 'integer', (column) => column.notNull())
    .addColumn('distinct_listeners', 'integer', (column) => column.notNull())
    .addColumn('heard_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('listener_hours_key', [
      'hour_ms',
      'stream_id',
      'variant',
      'transport',
      'part_ms',
    ]);
  await (postgres ? hours : hours.modifyEnd(sql`without rowid`)).execute();

  const days = db.schema
    .createTable('listener_days')
    .addColumn('day', text, (column) => column.notNull())
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .addColumn('distinct_listeners', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('listener_days_key', ['day', 'stream_id', 'since_ms']);
  await (postgres ? days : days.modifyEnd(sql`without rowid`)).execute();
}
