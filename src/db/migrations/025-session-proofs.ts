import type { Kysely } from 'kysely';

/**
 * When a session's member last showed who they are, which is not always at the sign-in: at a provider one may be
 * signed in still. Sessions that are there count as their sign-in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('proven_ms', 'bigint').execute();
}
