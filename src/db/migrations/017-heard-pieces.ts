import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** What each piece that went on air was heard by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  const pieces = db.schema
    .createTable('heard_pieces')
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('media_id', text, (column) => column.notNull())
    .addColumn('from_ms', 'bigint', (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('ended_ms', 'bigint', (column) => column.notNull())
    .addColumn('guest_listeners', 'integer', (column) => column.notNull())
    .addColumn('guest_whole', 'integer', (column) => column.notNull())
    .addColumn('guest_sent_ms', 'bigint', (column) => column.notNull())
    .addColumn('member_listeners', 'integer', (column) => column.notNull())
    .addColumn('member_whole', 'integer', (column) => column.notNull())
    .addColumn('member_sent_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('heard_pieces_key', ['stream_id', 'started_ms', 'media_id', 'from_ms']);
  await (postgres ? pieces : pieces.modifyEnd(sql`without rowid`)).execute();
  await db.schema.createIndex('heard_pieces_by_time').on('heard_pieces').column('started_ms').execute();
  await db.schema
    .createIndex('heard_pieces_by_media')
    .on('heard_pieces')
    .columns(['media_id', 'started_ms'])
    .execute();
}
