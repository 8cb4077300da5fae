import { type ColumnDataType, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/** What the machine on the air told of its segments (HLS), for the one that takes over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const text: ColumnDataType | RawBuilder<unknown> = postgres ? sql`text collate "C"` : 'text';
  await db.schema.alterTable('broadcast_groups').addColumn('told_segments', text).execute();
}
