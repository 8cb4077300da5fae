import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Compared and sorted byte by byte, as SQLite does.
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';

  await db.schema
    .createTable('users')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_folded', text, (column) => column.notNull())
    .addColumn('first_name', text)
    .addColumn('last_name', text)
    .addColumn('pseudo', text)
    .addColumn('pseudo_folded', text, (column) => column.unique())
    .addColumn('password_hash', text)
    .addColumn('profile_picture', text, (column) => column.notNull().defaultTo(''))
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('activated_ms', 'bigint')
    .addColumn('email_verified_ms', 'bigint')
    .execute();
  // One member an address, and one registration that waits beside it: neither tells whether the other is there.
  await db.schema
    .createIndex('users_by_email')
    .unique()
    .on('users')
    .column('email_folded')
    .where(sql.ref('activated_ms'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('users_waiting_by_email')
    .unique()
    .on('users')
    .column('email_folded')
    .where(sql.ref('activated_ms'), 'is', null)
    .execute();
  await db.schema
    .createIndex('users_waiting_by_age')
    .on('users')
    .column('created_ms')
    .where(sql.ref('activated_ms'), 'is', null)
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('device', text, (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'used_ms']).execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_ms').execute();

  await db.schema
    .createTable('email_tokens')
    .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_ms', 'bigint')
    .execute();
  await db.schema.createIndex('email_tokens_by_user').on('email_tokens').column('user_id').execute();
  await db.schema.createIndex('email_tokens_by_expiry').on('email_tokens').column('expires_ms').execute();

  await db.schema
    .createTable('preferences')
    .addColumn('user_id', text, (column) =>
      column.primaryKey().notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('volume', 'double precision')
    .addColumn('language', text)
    .addColumn('theme', text)
    .addColumn('last_stream_id', text)
    .addColumn('favorite_stream_id', text)
    .addColumn('device', text)
    .execute();

  await db.schema
    .createTable('mail_spool')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('dedupe_key', text, (column) => column.unique())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mail_spool_by_due').on('mail_spool').column('due_ms').execute();
  await db.schema.createIndex('mail_spool_by_user').on('mail_spool').column('user_id').execute();

  await db.schema
    .createTable('favorite_tracks')
    .addColumn('id', 'integer', (column) =>
      postgres ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('song_id', 'integer', (column) => column.notNull().references('songs.id'))
    .addColumn('added_ms', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('favorite_tracks_key', ['user_id', 'song_id'])
    .execute();
  await db.schema
    .createIndex('favorite_tracks_by_age')
    .on('favorite_tracks')
    .columns(['user_id', 'added_ms'])
    .execute();
  await db.schema.createIndex('favorite_tracks_by_song').on('favorite_tracks').column('song_id').execute();

  await db.schema
    .createTable('favorite_artists')
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('artist_folded', text, (column) => column.notNull())
    .addColumn('artist_name', text, (column) => column.notNull())
    .addColumn('added_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('favorite_artists_key', ['user_id', 'artist_folded'])
    .execute();
  await db.schema
    .createIndex('favorite_artists_by_age')
    .on('favorite_artists')
    .columns(['user_id', 'added_ms'])
    .execute();
}
