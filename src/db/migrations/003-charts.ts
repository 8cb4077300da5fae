import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

const WINDOW_MS = 31 * 86_400_000;

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  const counts = db.schema
    .createTable('chart_counts')
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id').onDelete('cascade'))
    .addColumn('folded', text, (column) => column.notNull())
    .addColumn('plays', 'integer', (column) => column.notNull())
    .addColumn('likes', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('chart_counts_key', ['scope', 'song_id']);
  await (postgres ? counts : counts.modifyEnd(sql`without rowid`)).execute();
  await db.schema
    .createIndex('chart_counts_by_rank')
    .on('chart_counts')
    .columns(['scope', 'plays desc', 'likes desc', 'folded'])
    .execute();
  await db.schema.createIndex('chart_counts_by_song').on('chart_counts').column('song_id').execute();

  await db.schema
    .createTable('chart_window')
    .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('from_ms', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into chart_window (id, from_ms)
    select 1, coalesce(max(started_ms) - ${sql.lit(WINDOW_MS)}, 0) from plays`.execute(db);
  for (const scope of [sql`plays.stream_id`, sql`'all'`])
    await sql`insert into chart_counts (scope, song_id, folded, plays, likes)
      select ${scope}, songs.id, songs.folded, count(*), 0
      from plays join songs on songs.id = plays.song_id
      where plays.started_ms >= (select from_ms from chart_window)
      group by 1, 2, 3`.execute(db);

  await db.schema
    .createTable('chart_weeks')
    .addColumn('week', text, (column) => column.primaryKey().notNull())
    .addColumn('from_ms', 'bigint', (column) => column.notNull())
    .addColumn('until_ms', 'bigint', (column) => column.notNull())
    .addColumn('written_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('chart_entries')
    .addColumn('week', text, (column) => column.notNull().references('chart_weeks.week'))
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id'))
    .addColumn('plays', 'integer', (column) => column.notNull())
    .addColumn('likes', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('chart_entries_key', ['week', 'scope', 'rank'])
    .execute();
}
