import type { Kysely } from 'kysely';

/** Since when, and until when, looks at a clock have found it away from the believed time; null while none did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['doubt_since_ms', 'doubt_last_ms'])
    await db.schema.alterTable('believed_time').addColumn(column, 'bigint').execute();
}
