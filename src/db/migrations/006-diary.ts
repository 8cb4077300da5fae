import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('diaries')
    .addColumn('user_id', text, (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('since_ms', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('diary_entries')
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id'))
    .addPrimaryKeyConstraint('diary_entries_key', ['user_id', 'started_ms', 'stream_id'])
    .execute();
  await db.schema.createIndex('diary_entries_by_age').on('diary_entries').column('started_ms').execute();
}
