import type { Kysely } from 'kysely';

/** When a member made each of their choices, so that an older one that arrives late takes back no newer one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['volume_ms', 'language_ms', 'theme_ms', 'last_stream_ms', 'favorite_stream_ms'])
    await db.schema.alterTable('preferences').addColumn(column, 'bigint').execute();
}
