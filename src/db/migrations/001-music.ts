import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('songs')
    .addColumn('id', 'integer', (column) =>
      postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('full_title', text, (column) => column.notNull())
    .addColumn('folded', text, (column) => column.notNull().unique())
    .addColumn('artist', text, (column) => column.notNull())
    .addColumn('artist_folded', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('slug', text, (column) => column.notNull().unique())
    .addColumn('added_ms', 'bigint', (column) => column.notNull())
    .addColumn('first_played_ms', 'bigint')
    .addColumn('play_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('songs_by_artist')
    .on('songs')
    .columns(['artist_folded', 'first_played_ms'])
    .execute();
  await db.schema.createIndex('songs_by_first_play').on('songs').columns(['first_played_ms']).execute();

  await db.schema
    .createTable('media')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('song_id', 'integer', (column) => column.references('songs.id'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('artist', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('duration_ms', 'double precision', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('has_cover', 'integer', (column) => column.notNull())
    .addColumn('source_lufs', 'double precision', (column) => column.notNull())
    .addColumn('rendered_lufs', 'double precision', (column) => column.notNull())
    .addColumn('added_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('media_by_song').on('media').columns(['song_id']).execute();

  await db.schema
    .createTable('placements')
    .addColumn('path', text, (column) => column.primaryKey().notNull())
    .addColumn('media_id', text, (column) => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('stream_id', text)
    .addColumn('folder', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('placements_by_media').on('placements').columns(['media_id']).execute();

  await db.schema
    .createTable('stream_songs')
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id').onDelete('cascade'))
    .addColumn('added_ms', 'bigint', (column) => column.notNull())
    .addColumn('first_played_ms', 'bigint')
    .addColumn('play_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('stream_songs_key', ['stream_id', 'song_id'])
    .execute();
  await db.schema
    .createIndex('stream_songs_by_first_play')
    .on('stream_songs')
    .columns(['stream_id', 'first_played_ms', 'added_ms'])
    .execute();
  await db.schema.createIndex('stream_songs_by_song').on('stream_songs').columns(['song_id']).execute();

  const plays = db.schema
    .createTable('plays')
    .addColumn('stream_id', text, (column) => column.notNull())
    .addColumn('started_ms', 'bigint', (column) => column.notNull())
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id'))
    .addColumn('media_id', text)
    .addColumn('duration_ms', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('plays_key', ['stream_id', 'started_ms']);
  // Rows stored in the order of the key: a window of time is one run of pages.
  await (postgres ? plays : plays.modifyEnd(sql`without rowid`)).execute();
  await db.schema.createIndex('plays_by_song').on('plays').columns(['song_id', 'started_ms']).execute();

  await db.schema
    .createTable('drain_offsets')
    .addColumn('file', text, (column) => column.notNull())
    .addColumn('head', text, (column) => column.notNull())
    .addColumn('offset_bytes', 'bigint', (column) => column.notNull())
    .addColumn('mark', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('drain_offsets_key', ['file', 'head'])
    .execute();
}
