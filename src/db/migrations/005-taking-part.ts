import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('votes')
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id'))
    .addColumn('week', text, (column) => column.notNull())
    .addColumn('vote', text, (column) => column.notNull())
    .addColumn('voted_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('votes_key', ['user_id', 'song_id', 'week'])
    .addCheckConstraint('votes_vote', sql`vote in ('like', 'dislike')`)
    .execute();
  await db.schema.createIndex('votes_by_age').on('votes').columns(['voted_ms', 'song_id']).execute();

  await db.schema
    .createTable('comments')
    .addColumn('id', 'integer', (column) =>
      postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id'))
    .addColumn('parent_id', 'integer', (column) => column.references('comments.id'))
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('comment', text, (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('removed_ms', 'bigint')
    .addColumn('hidden_ms', 'bigint')
    .execute();
  await db.schema
    .createIndex('comments_of_song')
    .on('comments')
    .columns(['song_id', 'created_ms', 'id'])
    .where(sql.ref('parent_id'), 'is', null)
    .execute();
  await db.schema
    .createIndex('comments_by_parent')
    .on('comments')
    .columns(['parent_id', 'created_ms', 'id'])
    .execute();
  await db.schema.createIndex('comments_by_user').on('comments').columns(['user_id', 'created_ms']).execute();

  await db.schema
    .createTable('comment_reports')
    .addColumn('comment_id', 'integer', (column) =>
      column.notNull().references('comments.id').onDelete('cascade'),
    )
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('reported_ms', 'bigint', (column) => column.notNull())
    .addColumn('settled_ms', 'bigint')
    .addPrimaryKeyConstraint('comment_reports_key', ['comment_id', 'user_id'])
    .execute();
  await db.schema
    .createIndex('comment_reports_waiting')
    .on('comment_reports')
    .columns(['reported_ms', 'comment_id'])
    .where(sql.ref('settled_ms'), 'is', null)
    .execute();
  await db.schema.createIndex('comment_reports_by_user').on('comment_reports').column('user_id').execute();

  await db.schema
    .createTable('blocked_members')
    .addColumn('user_id', text, (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('blocked_ms', 'bigint', (column) => column.notNull())
    .execute();
}
